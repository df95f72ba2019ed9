import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openMemory } from '@mneme/runtime';
import { defineCommand } from '../command.ts';
import { changeSection } from '../demo/change-section.ts';
import { contestSection } from '../demo/contest-section.ts';
import { assistants, liveThrough } from '../demo/conversation.ts';
import { duplicateSection } from '../demo/duplicate-section.ts';
import { expirySection } from '../demo/expiry-section.ts';
import { forgetSection } from '../demo/forget-section.ts';
import { importSection } from '../demo/import-section.ts';
import { learn } from '../demo/learn.ts';
import { learnSection } from '../demo/learn-section.ts';
import { derivedPlan, writtenPlan } from '../demo/plan.ts';
import { prefetchSection } from '../demo/prefetch-section.ts';
import { pruneSection } from '../demo/prune-section.ts';
import { questionSection } from '../demo/question-section.ts';
import { secretSection } from '../demo/secret-section.ts';
import type { Section, SectionMaker } from '../demo/section.ts';
import { timingSection } from '../demo/timing-section.ts';
import { walkingClock } from '../demo/walking-clock.ts';
import { inputFile, withTemporaryFolder } from '../files.ts';

import type { Output } from '../output.ts';

const ownConversation = fileURLToPath(new URL('../../demo/conversation.jsonl', import.meta.url));
const ownQuestions = fileURLToPath(new URL('../../demo/questions.json', import.meta.url));

export const demoCommand = defineCommand({
  usage: '',
  details:
    'Stores a conversation of several months in a temporary database. Your own memories do not change.',
  options: {
    file: {
      type: 'text',
      value: 'FILE',
      help: 'a conversation of your own (JSONL, as for import)',
    },
  },
  uses: ['embedder'],
  positionals: { min: 0, max: 0 },
  async run({ values, output, environment, input, signal, now }) {
    const path = values.file ?? ownConversation;
    const file = await inputFile(path, { input, field: 'file', signal });
    const sections = await withTemporaryFolder(async (folder) => {
      const clock = walkingClock({ fallback: now });
      const opened = await openMemory({
        db: `sqlite:${join(folder, 'demo.db')}`,
        embedder: values.embedder,
        temporary: true,
        environment,
        settings: { clock: clock.now, ...(values.file === undefined && { assistants }) },
      });
      try {
        const conversation = await liveThrough(opened, file, {
          clock,
          progress: output.progress,
          signal,
        });
        const plan =
          values.file === undefined
            ? await writtenPlan(ownQuestions, conversation.turns)
            : derivedPlan(conversation.turns);
        const learned = await learn(conversation);
        const makers: SectionMaker[] = [
          importSection,
          learnSection,
          prefetchSection,
          questionSection,
          changeSection,
          contestSection,
          duplicateSection,
          secretSection,
          expirySection,
          forgetSection,
          pruneSection,
          timingSection,
        ];
        const made: Section[] = [];
        for (const [index, make] of makers.entries()) {
          signal.throwIfAborted();
          const section = await make({ conversation, learned, plan, look: output, signal });
          made.push(section);
          if (!output.json) print(section, { number: index + 1, output });
        }
        return made;
      } finally {
        await opened.close();
      }
    });
    output.result({ sections: sections.map(({ title, data }) => ({ title, data })) }, () =>
      closing(values.file === undefined, output),
    );
    return undefined;
  },
});

function print(
  { title, lines }: Section,
  { number, output }: { number: number; output: Output },
): void {
  output.line(output.colours.strong(`${number}  ${title}`));
  for (const line of lines) output.line(`   ${line}`);
}

function closing(own: boolean, { colours: { quiet, strong } }: Output): string {
  const next = own
    ? [
        'mneme store "Prefers bullet points" --scope ada',
        'mneme demo --file conversation.jsonl',
        'mneme help',
      ]
    : ['mneme import FILE'];
  return [
    quiet('Next (in a checkout "npx -y pnpm@12 mneme" in place of "mneme"):'),
    ...next.map((line) => `   ${strong(line)}`),
  ].join('\n');
}
