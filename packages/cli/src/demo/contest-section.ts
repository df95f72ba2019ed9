import type { RetrievedMemory } from '@mneme/core';
import { oneLine } from '../text-width.ts';
import { noteBoth } from './change-section.ts';
import type { Section, SectionContext } from './section.ts';

export async function contestSection(context: SectionContext): Promise<Section> {
  const { conversation, plan, look, signal } = context;
  const { accent, quiet, good, strong } = look.colours;
  const title = 'A contested fact, settled';
  const contest = plan.contested[0];
  if (contest === undefined)
    return { title, lines: [quiet('No facts were noted for this conversation.')], data: {} };
  const scope = conversation.scopeOf(contest);
  const [, stored] = await noteBoth(context, contest);
  const ask = async () => {
    const { memories } = await scope.retrieve(contest.question, { limit: 10, signal });
    return memories.filter(({ content }) => [contest.old.text, contest.new.text].includes(content));
  };
  const line = ({ content, occurredAt, contests, contestedBy }: RetrievedMemory) => {
    const mark = contests ? 'contests the one below' : contestedBy ? 'contested' : good('holds');
    return `${accent(occurredAt.slice(0, 10))}  ${oneLine(content, look.width - 40)}  ${quiet(mark)}`;
  };
  const before = await ask();
  const open = await scope.list({ contested: true, limit: 100 });
  const older = stored.contests?.[0];
  const report = await scope.settle({
    ...(older !== undefined && { pair: [stored.id, older] }),
    // A real judge would ask a model. This one compares the dates.
    judge: async ({ stored: older, occurredAt }) =>
      occurredAt > older.occurredAt ? 'update' : 'stands',
    signal,
  });
  const after = await ask();
  return {
    title,
    lines: [
      strong(`“${oneLine(contest.question, look.width - 10)}”`),
      ...before.map(line),
      quiet(`settled by a judge: ${report.calls} pair asked about, ${report.superseded} replaced`),
      ...after.map(line),
    ],
    data: {
      outcome: stored.outcome,
      contests: stored.contests,
      contested: open.memories.flatMap(({ content, contests }) => (contests ? [content] : [])),
      before,
      report,
      after,
    },
  };
}
