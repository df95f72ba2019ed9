import type { EngineContext } from '@mneme/engine/context';
import { parseMany, parseOptions } from '@mneme/engine/input';
import { observed } from '@mneme/engine/telemetry';
import type { AppendOptions, AppendResult, TurnInput } from './api.ts';
import { appendFields } from './option-fields.ts';

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
   * Rejects with `conflict` if a place has other words; then nothing is written.
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
        records: ({ ids }) => ids.map((id, index) => ({ id, content: turns[index]?.content })),
      }),
      async () => {
        const given = parseOptions(options, appendFields, ['session']);
        const all = parseMany(turns, 'turns', this.#context.maxStoreItems);
        const { append } = await import('./later.ts');
        return append(this.#context, scope, { turns: all, options: given });
      },
    );
  }
}
