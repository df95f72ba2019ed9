import type { AuditEntry, ExtractionTurn, MemoryRecord } from '@mneme/contract';
import { type EngineContext, readVectors, untilCommitted } from '@mneme/contract/context';
import type { StoreItem } from '@mneme/contract/input';
import { changesStored, saysChange } from '@mneme/language/claims';
import { analyseQuery, isAssistant } from '@mneme/language/text';
import { nextVersion, rewritten, versionsBefore } from '../records/later.ts';

/** Facts near a statement that are compared with it. */
const compared = 5;

/**
 * A statement that teaches no fact may still say that one is over: `I eat meat again`. That fact is contested by the
 * turn, so that it is marked wherever it is shown.
 */
export async function markOutdated(
  context: EngineContext,
  place: { scope: string; actor: string; signal: AbortSignal | undefined },
  { turns, items }: { turns: readonly ExtractionTurn[]; items: readonly StoreItem[] },
): Promise<void> {
  const { statementsIn } = await import('@mneme/language/extract');
  for (const { id, content, speaker, context: isContext } of turns) {
    if (isContext || isAssistant(speaker)) continue;
    const taught = items.flatMap((item) => (item.evidence?.includes(id) ? [item.content] : []));
    const isTaught = (text: string) =>
      taught.some((fact) => fact.includes(text) || text.includes(fact));
    for (const text of statementsIn(content))
      if (!isTaught(text) && saysChange(text)) await contest(context, place, { id, text });
  }
}

async function contest(
  context: EngineContext,
  { scope, actor, signal }: { scope: string; actor: string; signal: AbortSignal | undefined },
  { id, text }: { id: string; text: string },
): Promise<void> {
  const { backend, now, embedding } = context;
  const attempt = async () => {
    const at = now();
    const [stored] = await backend.get(scope, [id]);
    if (stored?.record.kind !== 'episode') return true;
    const turn = stored.record;
    const vectors = await readVectors(backend, scope, [id]);
    const { candidates } = await backend.search({
      scope,
      embedder: embedding.identity,
      filter: { now: at, kinds: ['fact'] },
      queries: [{ vector: vectors.get(id), terms: analyseQuery(text).terms, limit: compared }],
    });
    const outdated = candidates
      .map(({ record }) => record)
      .filter((fact) => isEarlier(fact, turn) && changesStored(spoken(fact), spoken(turn, text)));
    if (outdated.length === 0) return true;
    const newer = nextVersion(turn, at);
    newer.contests = union(turn.contests, outdated);
    const facts = outdated.map((fact) => ({
      ...nextVersion(fact, at),
      contestedBy: union(fact.contestedBy, [turn]),
      supersededReason: 'a turn says something else',
    }));
    const puts = [newer, ...facts].map(rewritten);
    const audit = facts.map(({ id: older }): AuditEntry => {
      const reason = `contests ${older}: a turn says something else`;
      return { at, action: 'contest', scope, id, actor, reason };
    });
    const expect = versionsBefore(puts);
    const result = await backend.commit({ scope, expect, puts, removals: [], audit });
    return result.committed || undefined;
  };
  await untilCommitted(attempt, { what: `the turn ${id}`, meanwhile: 'it was compared', signal });
}

/** Said before the turn, in another one. */
function isEarlier({ occurredAt, evidence }: MemoryRecord, turn: MemoryRecord): boolean {
  return occurredAt <= turn.occurredAt && evidence?.includes(turn.id) !== true;
}

function spoken({ content, source }: MemoryRecord, text = content) {
  return { content: text, speaker: source.speaker };
}

function union(ids: readonly string[] = [], records: readonly MemoryRecord[]): string[] {
  return [...new Set([...ids, ...records.map((record) => record.id)])];
}
