import { type EngineContext, pageWithin } from '@mneme/contract/context';
import {
  callback,
  type FieldsOf,
  integer,
  pageFields,
  parseMany,
  parseName,
  parseOptions,
  parseSequence,
} from '@mneme/contract/input';
import { type MemoryCall, observed } from '@mneme/contract/telemetry';
import { type WriteOptions, writeFields } from '../records/index.ts';
import type {
  AppendOptions,
  AppendResult,
  EraseSessionReceipt,
  GetSessionOptions,
  GetSessionResult,
  ListSessionsOptions,
  ListSessionsResult,
  MessageInput,
  TurnInput,
} from './api.ts';
import { readSessionState } from './session-state.ts';

/** The options of each call on episodes and sessions. A missing option does not compile. */

/** The same limit as for the session of a source. */
const parseSession = (value: unknown, field: string) => parseName(value, field, 1024);

const appendFields = {
  ...writeFields,
  session: parseSession,
  onProgress: callback<NonNullable<AppendOptions['onProgress']>>(),
} satisfies FieldsOf<AppendOptions>;

const listSessionsFields = {
  limit: integer({ min: 1, max: 1000 }),
  ...pageFields,
} satisfies FieldsOf<ListSessionsOptions>;

const getSessionFields = {
  ...listSessionsFields,
  fromSequence: parseSequence,
} satisfies FieldsOf<GetSessionOptions>;

/** The turns of one scope. Reached by `scope.episodes`. */
export class Episodes {
  readonly #context: EngineContext;
  readonly #scope: string;

  /** Made by `scope.episodes`. */
  constructor(context: EngineContext, scope: string) {
    this.#context = context;
    this.#scope = scope;
  }

  /**
   * Appends turns to a session, in order and in batches. Without `sequence` places continue after the last turn. A turn
   * whose place has the same words already is known, so you finish an interrupted call by repeating it with its places.
   * Rejects with `conflict` if a place has other words; then nothing is written. Messages of a chat API are turns too.
   * @example
   * await ada.episodes.append(
   *   [
   *     { speaker: 'Ada', content: 'I am allergic to penicillin.' },
   *     { speaker: 'assistant', content: 'I will keep that in mind.' },
   *   ],
   *   { session: 'monday' },
   * );
   */
  async append(
    turns: readonly (TurnInput | MessageInput)[],
    options: AppendOptions,
  ): Promise<AppendResult> {
    const scope = this.#scope;
    return observed(
      this.#context,
      {
        operation: 'create_memory',
        scope,
        records: ({ ids, leftOut, keptOut }) =>
          ids.map((id, index) => {
            const isAsGiven = leftOut === undefined && keptOut === undefined;
            const content = isAsGiven ? turns[index]?.content : undefined;
            return typeof content === 'string' ? { id, content } : { id };
          }),
      },
      async () => {
        const given = parseOptions(options, appendFields, ['session']);
        const all = parseMany(turns, 'turns', this.#context.maxStoreItems);
        const { append } = await import('./later.ts');
        return append(this.#context, scope, { turns: all, options: given });
      },
    );
  }
}

/** The conversations of one scope. Reached by `scope.sessions`. */
export class Sessions {
  readonly #context: EngineContext;
  readonly #scope: string;

  /** Made by `scope.sessions`. */
  constructor(context: EngineContext, scope: string) {
    this.#context = context;
    this.#scope = scope;
  }

  /** One page of the sessions that have turns, with their number and times. */
  async list(options: ListSessionsOptions = {}): Promise<ListSessionsResult> {
    return this.#observed(
      { operation: 'list_memory', count: ({ sessions }) => sessions.length },
      async () => {
        const { limit = 50, ...page } = parseOptions(options, listSessionsFields);
        const { backend, now } = this.#context;
        const request = { scope: this.#scope, now: now() };
        const { items, ...next } = await pageWithin({ limit, ...page }, async (part) => {
          const { sessions, ...more } = await backend.sessions({ ...request, ...part });
          return { items: sessions, ...more };
        });
        return { sessions: items, ...next };
      },
    );
  }

  /** One page of the turns of a session, in order. */
  async get(session: string, options: GetSessionOptions = {}): Promise<GetSessionResult> {
    return this.#observed({ operation: 'list_memory', records: ({ turns }) => turns }, () =>
      this.#get(session, options),
    );
  }

  async #get(session: string, options: GetSessionOptions): Promise<GetSessionResult> {
    const name = parseSession(session, 'session');
    const { fromSequence: from, limit = 100, ...page } = parseOptions(options, getSessionFields);
    const { backend, now } = this.#context;
    const request = {
      scope: this.#scope,
      turns: { session: name, from },
      filter: { now: now() },
      order: 'first' as const,
    };
    const { items, ...next } = await pageWithin({ limit, ...page }, async (part) => {
      const { records, ...more } = await backend.list({ ...request, ...part });
      return { items: records, ...more };
    });
    const state = await readSessionState(backend, { scope: this.#scope, session: name });
    const { content: summary } = state;
    return { session: name, ...(summary !== '' && { summary }), turns: items, ...next };
  }

  /**
   * Deletes a session: its turns, and the facts that rest only on them or were learned in it without evidence. Facts
   * with other evidence stay; what a deleted fact had replaced is current again. A missing session is no error, so you
   * can repeat an interrupted call to finish it.
   * @example
   * const { turns, forgotten, kept } = await ada.sessions.erase('monday', { reason: 'Ada asked for it' });
   */
  async erase(session: string, options: WriteOptions = {}): Promise<EraseSessionReceipt> {
    return this.#observed(
      {
        operation: 'delete_memory',
        count: ({ turns, forgotten }) => turns + forgotten.length,
      },
      async () => {
        const name = parseSession(session, 'session');
        const given = parseOptions(options, writeFields);
        const { eraseSession } = await import('./later.ts');
        return eraseSession(this.#context, this.#scope, { session: name, options: given });
      },
    );
  }

  #observed<T>(call: MemoryCall<T>, work: () => Promise<T>): Promise<T> {
    const scope = this.#scope;
    return observed(this.#context, { scope, ...call }, work);
  }
}
