import type { ExtractionTurn, MemoryRecord, SessionInfo, StoredRecord } from '@mneme/contract';
import type { EngineContext } from '@mneme/contract/context';
import {
  readSessionStates,
  readTo,
  type StoredSessionState,
  sessionStatePut,
} from '../episodes/index.ts';
import { earlierTurns, extractionTurn } from '../episodes/later.ts';

/** New turns of a session for one window, with context before them. */
export interface Window {
  reader: SessionReader;
  /** In order; context first. */
  turns: ExtractionTurn[];
  fresh: MemoryRecord[];
  to: number;
}

/** How far a session was read: from its hidden record, and in this run. */
export class SessionReader {
  readonly scope: string;
  readonly session: string;
  /** Another run is reading it: its cursor has moved meanwhile. */
  lost = false;
  failed = false;
  /** Windows that were read to their end. */
  windows = 0;
  readonly #context: EngineContext;
  readonly #turns: number;
  /** How many turns before the new ones are read, so that references in the first one can be understood. */
  readonly #earlier: number;
  readonly #kept: StoredSessionState;
  /** Version of the hidden record, as this run knows it. */
  #version: number;
  /** Windows were made up to this sequence. */
  #planned: number | undefined;

  constructor(
    context: EngineContext,
    place: { scope: string; session: string; kept: StoredSessionState },
    { turns, contextTurns, extractor }: { turns: number; contextTurns: number; extractor: string },
  ) {
    this.#context = context;
    this.scope = place.scope;
    this.session = place.session;
    this.#kept = place.kept;
    this.#version = place.kept.version;
    this.#planned = readTo(place.kept, extractor);
    this.#turns = turns;
    this.#earlier = contextTurns;
  }

  /** The next turns that no window of this reader has; undefined after the last one. */
  async next(): Promise<Window | undefined> {
    const { backend } = this.#context;
    const { scope, session } = this;
    const from = this.#planned;
    const filter = { now: this.#context.now(), kinds: ['episode' as const] };
    // Reads one more than a window, so that turns with the same place stay together, and the last turn read before.
    const limit = this.#turns + 2;
    const request = { scope, filter, limit };
    const { records } = await backend.list({
      ...request,
      order: 'first',
      turns: { session, from },
    });
    const unread = records.filter((turn) => from === undefined || placeOf(turn) > from);
    if (unread.length === 0) return undefined;
    let taken = takeWindow(unread, { turns: this.#turns });
    while (taken < unread.length && placeOf(unread[taken]) === placeOf(unread[taken - 1]))
      taken += 1;
    const fresh = unread.slice(0, taken);
    const earlier =
      from === undefined
        ? []
        : await earlierTurns(this.#context, { scope, session, to: from, limit: this.#earlier });
    const to = placeOf(fresh.at(-1));
    this.#planned = to;
    return {
      reader: this,
      turns: [...earlier, ...fresh.map((turn) => extractionTurn(turn, this.#context))],
      fresh,
      to,
    };
  }

  /** The put that moves the cursor past a window, for the commit of its facts. */
  move({ to }: Pick<Window, 'to'>): StoredRecord {
    const { scope, session } = this;
    const data = { ...this.#kept.data, readTo: to };
    const state = { ...this.#kept, version: this.#version, data };
    return sessionStatePut({ scope, session, now: this.#context.now() }, state);
  }

  moved(): void {
    this.#version += 1;
  }
}

/** The sessions with turns after their cursor, or after what an append has read with this extractor. */
export async function unreadSessions(
  { backend }: EngineContext,
  scope: string,
  {
    sessions,
    extractor,
  }: {
    sessions: readonly Pick<SessionInfo, 'session' | 'lastSequence'>[];
    extractor: string;
  },
): Promise<{ session: string; kept: StoredSessionState }[]> {
  const names = sessions.map(({ session }) => session);
  const records = await readSessionStates(backend, { scope, sessions: names });
  return sessions.flatMap(({ session, lastSequence }, index) => {
    const kept = records[index] as StoredSessionState;
    const place = readTo(kept, extractor);
    return place !== undefined && place >= lastSequence ? [] : [{ session, kept }];
  });
}

function placeOf(turn: MemoryRecord | undefined): number {
  return turn?.source.sequence ?? 0;
}

/** Characters of a window's new turns: about 4,000 tokens of English. A longer turn is a window of its own. */
const windowCharacters = 16_000;

/** How many of the sorted new turns go into one window: at least one. */
function takeWindow(
  fresh: readonly Pick<ExtractionTurn, 'content'>[],
  { turns }: { turns: number },
): number {
  let characters = 0;
  let taken = 0;
  for (const { content } of fresh) {
    characters += content.length;
    if (taken > 0 && (taken >= turns || characters > windowCharacters)) break;
    taken += 1;
  }
  return taken;
}
