import type { EngineContext } from '@mneme/engine/context';
import type { MemoryRecord } from '@mneme/engine/contract';
import { parseId } from '@mneme/engine/input';
import { decideConflict, differingWords } from '@mneme/language/claims';
import type { ConflictExplanation } from './api.ts';
import { readContest } from './read-contest.ts';

/** Which rule decided each conflict in the history of a record, on which words. */
export async function decisions(
  { backend, embedding }: EngineContext,
  scope: string,
  id: string,
): Promise<ConflictExplanation[]> {
  const chain = await backend.history(scope, parseId(id));
  const byId = new Map(chain.map((record) => [record.id, record]));
  const found = chain.flatMap((older): ConflictExplanation[] => {
    const newer = older.supersededBy && byId.get(older.supersededBy);
    if (!newer) return [];
    return [explain(older, newer, { outcome: 'superseded', rule: older.supersededReason })];
  });
  const pairs = chain.flatMap(({ id: own, contests = [], contestedBy = [] }) => [
    ...contests.map((older) => ({ newer: own, older })),
    ...contestedBy.map((newer) => ({ newer, older: own })),
  ]);
  for (const pair of pairs) {
    const contest = await readContest(backend, { scope, ...pair });
    if (contest?.newer === undefined || contest.older === undefined) continue;
    const { newer, older, similarity } = contest;
    const said = ({ content, source: { speaker } }: MemoryRecord) => ({ content, speaker });
    const texts = { stored: said(older), incoming: said(newer), similarity };
    const { calibration } = embedding;
    const { reason } = decideConflict(texts, { calibration });
    found.push(explain(older, newer, { outcome: 'contested', rule: reason }));
  }
  return found;
}

function explain(
  older: MemoryRecord,
  newer: MemoryRecord,
  {
    outcome,
    rule = 'decided before reasons were kept',
  }: { outcome: 'superseded' | 'contested'; rule?: string },
): ConflictExplanation {
  const [olderWords, newerWords] = differingWords(older.content, newer.content);
  return { older: older.id, newer: newer.id, outcome, rule, olderWords, newerWords };
}
