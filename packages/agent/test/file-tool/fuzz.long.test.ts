import { mkdtemp, readdir, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { betaMemoryTool } from '@anthropic-ai/sdk/helpers/beta/memory';
import type { BetaMemoryTool20250818Command } from '@anthropic-ai/sdk/resources/beta';
import { BetaLocalFilesystemMemoryTool } from '@anthropic-ai/sdk/tools/memory/node';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../../../tools/random.mjs';
import { fileMemoryTool } from '../../src/index.ts';
import { treesUnderTest, withoutSizes } from './trees.ts';

const paths = ['', '/a', '/b', '/a/b', '/a/c', '/a/b/c', '/d/e', '/.h', '/é'].map(
  (path) => `/memories${path}`,
);
const texts = ['', 'a', 'a\nb', 'b\n', 'aa', '$&', 'a\nb\na', '\n\n'];
/** Of one line, because the SDK finds no text of several. */
const wanted = ['a', 'b', 'aa', '$&'];

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
      return {
        command: 'str_replace',
        path,
        old_str: wanted[random(wanted.length)]!,
        new_str: other,
      };
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

/** MNEME_FUZZ_SEQUENCES=100000 runs the long campaign. */
const sequences = Number(process.env.MNEME_FUZZ_SEQUENCES ?? 1000);
const seed = Number(process.env.MNEME_FUZZ_SEED ?? 2);

/** Sequences of 1 to 10 random commands. */
describe.each(treesUnderTest)('random commands over %s', (_name, make) => {
  it(
    'give the same results and files as the SDK’s own implementation',
    async () => {
      const random = randomNumbers(seed);
      const folder = await mkdtemp(join(tmpdir(), 'mneme-fuzz-'));
      const tree = await make();
      const ours = betaMemoryTool(fileMemoryTool(tree.files, { allowNames: ['.h'] }));
      const theirs = betaMemoryTool(await BetaLocalFilesystemMemoryTool.init(folder));
      const answer = (tool: typeof ours, command: BetaMemoryTool20250818Command) =>
        (async () => withoutSizes(String(await tool.run(command))))().catch(() => 'failed');
      for (let sequence = 0; sequence < sequences; sequence++) {
        const commands = Array.from({ length: 1 + random(10) }, () => randomCommand(random));
        const views = paths.map((path) => ({ command: 'view' as const, path }));
        for (const [step, command] of [...commands, ...views].entries()) {
          const expected = await answer(theirs, command);
          const story = JSON.stringify([...commands.slice(0, step), command]);
          const given = await answer(ours, command);
          expect(isLongReplacement(command) ? upTo(given, expected) : given, story).toBe(expected);
          for (const each of [join(folder, 'memories'), tree.folder])
            if (each !== undefined) await removeEmpty(each);
        }
        for (const path of paths.slice(1))
          for (const tool of [ours, theirs]) await answer(tool, { command: 'delete', path });
      }
      await tree.close();
      await rm(folder, { recursive: true });
    },
    sequences * 1000 + 30_000,
  );
});

/** The SDK shows two lines after the first line of a change, and Mneme two after the last. */
function isLongReplacement(command: BetaMemoryTool20250818Command): boolean {
  return command.command === 'str_replace' && command.new_str.includes('\n');
}

function upTo(given: string, expected: string): string {
  return expected === 'failed' ? given : given.slice(0, expected.length);
}

/** A store has no directory without a file below it, and the SDK leaves some where a command fails. */
async function removeEmpty(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const inner = join(folder, entry.name);
    await removeEmpty(inner);
    if ((await readdir(inner)).length === 0) await rmdir(inner);
  }
}
