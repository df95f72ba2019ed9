import { betaMemoryTool } from '@anthropic-ai/sdk/helpers/beta/memory';
import type { BetaMemoryTool20250818Command } from '@anthropic-ai/sdk/resources/beta';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../../../tools/random.mjs';
import { fileMemoryTool } from '../../src/index.ts';
import { ModelTree } from './model.ts';
import { treesUnderTest } from './trees.ts';

const paths = ['', '/a', '/b', '/a/b', '/a/c', '/a/b/c', '/d/e', '/.h', '/é'].map(
  (path) => `/memories${path}`,
);
const texts = ['', 'a', 'a\nb', 'b\n', 'aa', '$&', 'a\nb\na', '\n\n'];

function randomNumbers(seed: number): (below: number) => number {
  const next = randomFrom(seed);
  return (below) => Math.floor(next() * below);
}

function randomCommand(random: (below: number) => number): BetaMemoryTool20250818Command {
  const path = paths[random(paths.length)]!;
  const text = texts[random(texts.length)]!;
  const other = texts[random(texts.length)]!;
  switch (random(8)) {
    case 0:
      return { command: 'view', path };
    case 1:
      return { command: 'str_replace', path, old_str: text, new_str: other };
    case 2:
      return { command: 'insert', path, insert_line: random(5) - 1, insert_text: text };
    case 3:
      return { command: 'delete', path };
    case 4:
    case 5:
      return { command: 'rename', old_path: path, new_path: paths[random(paths.length)]! };
    default:
      return { command: 'create', path, file_text: text };
  }
}

/** Runs sequences of 1 to 10 random commands on every kind of tree and compares with the model. */
export function itFollowsTheModel({ sequences, seed = 1 }: { sequences: number; seed?: number }) {
  describe.each(treesUnderTest)('random commands over %s', (_name, make) => {
    it(
      'give the same results and files as the model',
      async () => {
        const random = randomNumbers(seed);
        const tree = await make();
        const tool = betaMemoryTool(fileMemoryTool(tree.files, { allowNames: ['.h'] }));
        const run = async (command: BetaMemoryTool20250818Command) =>
          Promise.resolve(tool.run(command)).then(
            () => true,
            () => false,
          );
        for (let sequence = 0; sequence < sequences; sequence++) {
          const model = new ModelTree(tree.keepsEmptyDirectories);
          const story: BetaMemoryTool20250818Command[] = [];
          const steps = 1 + random(10);
          for (let step = 0; step < steps; step++) {
            const command = randomCommand(random);
            story.push(command);
            expect(await run(command), JSON.stringify(story)).toBe(model.run(command));
          }
          for (const path of [
            paths[0]!,
            paths[random(paths.length)]!,
            paths[random(paths.length)]!,
          ]) {
            const text = model.files.get(path);
            const shown = await Promise.resolve(tool.run({ command: 'view', path })).catch(
              () => undefined,
            );
            if (text !== undefined) {
              const lines = text
                .split('\n')
                .map((line, index) => `${String(index + 1).padStart(6)}\t${line}`);
              expect(shown, JSON.stringify(story)).toBe(
                `Here's the content of ${path} with line numbers:\n${lines.join('\n')}`,
              );
            } else {
              expect(shown !== undefined, JSON.stringify(story)).toBe(model.directories.has(path));
            }
          }
          for (const path of paths.slice(1))
            if (model.run({ command: 'delete', path })) await run({ command: 'delete', path });
        }
        await tree.close();
      },
      sequences * 1000 + 30_000,
    );
  });
}
