import type { ConflictJudge, MemoryRecord, Verdict } from '@mneme/contract';
import { type EngineContext, orAborted, throwIfAborted } from '@mneme/contract/context';
import { choice } from '@mneme/contract/input';

const verdicts = [
  'same',
  'update',
  'older',
  'distinct',
  'contested',
] as const satisfies readonly Verdict[];

/**
 * The judge's verdict about a stored and a newer text. Undefined: the judge failed, or answered something else, since
 * it may be any function, or a model with words of its own. That is logged.
 */
export async function askJudge(
  judge: ConflictJudge,
  pair: {
    stored: MemoryRecord;
    newer: Pick<MemoryRecord, 'content' | 'occurredAt' | 'source'>;
    similarity: number | undefined;
  },
  { logger, signal }: Pick<EngineContext, 'logger'> & { signal: AbortSignal | undefined },
): Promise<Verdict | undefined> {
  const { stored, newer, similarity } = pair;
  const { content: incoming, occurredAt, source } = newer;
  const ask = async () =>
    judge(
      {
        stored,
        incoming,
        occurredAt,
        ...(source.speaker !== undefined && { speaker: source.speaker }),
        ...(similarity !== undefined && { similarity }),
      },
      { signal },
    );
  try {
    return choice(verdicts)(await orAborted(ask(), signal), 'verdict');
  } catch (error) {
    throwIfAborted(signal);
    logger.warn('the judge failed, so nothing is replaced', { id: stored.id, error });
    return undefined;
  }
}
