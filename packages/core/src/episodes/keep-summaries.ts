import type { Extractor, StoredRecord } from '@mneme/contract';
import { type EngineContext, readMemories, throwIfAborted } from '@mneme/contract/context';
import { gateText } from '@mneme/contract/gate';
import type { KeepOfTurns } from '../records/later.ts';
import { extractionTurn } from './check-facts.ts';
import { readSessionState, sessionStatePut } from './session-state.ts';

/** Asks an extractor for a summary of the turns, session by session, including the earlier summary of a session. */
export async function keepSummaries(
  context: EngineContext,
  { summarise }: Pick<Extractor, 'summarise'>,
  { scope, ids, signal }: Parameters<KeepOfTurns>[0],
): ReturnType<KeepOfTurns> {
  const { backend, logger, secrets, maxContentBytes } = context;
  const kept = { puts: [] as StoredRecord[], stay: new Set<string>() };
  const records = await readMemories(backend, scope, ids);
  const turns = records.filter(({ kind, source }) => kind === 'episode' && source.session);
  const sessions = Map.groupBy(turns, ({ source }) => source.session as string);
  for (const [session, turns] of sessions) {
    throwIfAborted(signal);
    try {
      const state = await readSessionState(backend, { scope, session });
      const said = turns.toSorted((a, b) => (a.source.sequence ?? 0) - (b.source.sequence ?? 0));
      const { content } = (await summarise?.(
        { turns: [...earlier(state), ...said.map((turn) => extractionTurn(turn, context))] },
        signal === undefined ? {} : { signal },
      )) ?? { content: '' };
      const summary = await gateText(content.trim(), secrets);
      if (summary === '' || Buffer.byteLength(summary) > maxContentBytes)
        throw new RangeError('a summary has some text, and no more than a memory');
      const now = context.now();
      kept.puts.push(sessionStatePut({ scope, session, now }, { ...state, content: summary }));
    } catch (error) {
      throwIfAborted(signal);
      logger.warn('turns stay, because they could not be summarised', { scope, session, error });
      for (const { id } of turns) kept.stay.add(id);
    }
  }
  return kept;
}

function earlier({ id, content }: { id: string; content: string }) {
  const occurredAt = '1970-01-01T00:00:00.000Z';
  return content === '' ? [] : [{ id, content, occurredAt, context: true as const }];
}
