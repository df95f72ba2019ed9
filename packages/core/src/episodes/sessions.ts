import { type EngineContext, pageWithin } from '@mneme/engine/context';
import { parseOptions } from '@mneme/engine/input';
import { type MemoryCall, observed } from '@mneme/engine/telemetry';
import { type WriteOptions, writeFields } from '../records/index.ts';
import type {
  EraseSessionReceipt,
  GetSessionOptions,
  GetSessionResult,
  ListSessionsOptions,
  ListSessionsResult,
} from './api.ts';
import { getSessionFields, listSessionsFields, parseSession } from './option-fields.ts';
import { readSessionState } from './session-state.ts';

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
      () => ({ operation: 'list_memory', count: ({ sessions }) => sessions.length }),
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
    return this.#observed(
      () => ({ operation: 'list_memory', records: ({ turns }) => turns }),
      () => this.#get(session, options),
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
    const { summary } = await readSessionState(backend, { scope: this.#scope, session: name });
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
      () => ({
        operation: 'delete_memory',
        count: ({ turns, forgotten }) => turns + forgotten.length,
      }),
      async () => {
        const name = parseSession(session, 'session');
        const given = parseOptions(options, writeFields);
        const { eraseSession } = await import('./later.ts');
        return eraseSession(this.#context, this.#scope, { session: name, options: given });
      },
    );
  }

  #observed<T>(describe: () => MemoryCall<T>, work: () => Promise<T>): Promise<T> {
    const scope = this.#scope;
    return observed(this.#context.telemetry, () => ({ scope, ...describe() }), work);
  }
}
