import type { EngineContext } from '@mneme/engine/context';
import { parseMany, parseOptions } from '@mneme/engine/input';
import { observed } from '@mneme/engine/telemetry';
import type { AppendOptions, AppendResult, TurnInput } from './api.ts';
import { append } from './append.ts';
import { appendFields } from './option-fields.ts';

/** What was said to one tenant, or by it. Reached by `scope.episodes`. */
export class Episodes {
  readonly #context: EngineContext;
  readonly #scope: string;

  /** Made by `scope.episodes`. */
  constructor(context: EngineContext, scope: string) {
    this.#context = context;
    this.#scope = scope;
  }

  /**
   * Appends turns to a session, in order and in batches. Without `sequence` the places count on from the last one. A turn
   * that stands at its place in the same words is known, so a call that was cut off is finished by repeating it with its
   * places. Rejects with `conflict` where other words stand at a place, and nothing is written then.
   *
   * @example
   * await ada.episodes.append(
   *   [
   *     { speaker: 'Ada', content: 'I am allergic to penicillin.' },
   *     { speaker: 'assistant', content: 'I will keep that in mind.' },
   *   ],
   *   { session: 'monday' },
   * );
   */
  async append(turns: readonly TurnInput[], options: AppendOptions): Promise<AppendResult> {
    const scope = this.#scope;
    return observed(
      this.#context.telemetry,
      () => ({
        operation: 'create_memory',
        scope,
        count: ({ ids }) => ids.length,
        records: ({ ids }) => ids.map((id, index) => ({ id, content: turns[index]?.content })),
      }),
      async () => {
        const given = parseOptions(options, appendFields, ['session']);
        const all = parseMany(turns, 'turns', this.#context.maxStoreItems);
        return append(this.#context, scope, { turns: all, options: given });
      },
    );
  }
}
