import { MnemeError, type Remains } from '@mneme/core/contract';
import type { Rows } from '../rows/rows.ts';
import type { SearchIndex } from '../rows/search-index.ts';
import { nameOfScope } from './names.ts';

const prefix = 'forget ';

/**
 * Erased scopes that a search engine must forget: noted in the store before anything of a scope is erased, by whatever
 * process, and until the engine has done it. `index`: absent in a process that has opened the rows without it.
 */
export class Forgets {
  readonly #rows: Rows;
  readonly #secret: string;
  readonly #index: SearchIndex | undefined;
  #failure = 'the store was opened without it';

  constructor(rows: Rows, { secret, index }: { secret: string; index: SearchIndex | undefined }) {
    this.#rows = rows;
    this.#secret = secret;
    this.#index = index;
  }

  /** Before the erasure. */
  async note(scope: string): Promise<void> {
    const name = await nameOfScope(this.#rows, { scope, secret: this.#secret });
    await this.#rows.write(undefined, { put: { meta: [{ key: prefix + name }] } });
  }

  /** Has the engine forget what is noted. What it does not do now stays noted. */
  async finish(): Promise<void> {
    try {
      for (const key of await this.#noted()) {
        await this.#index?.forget(key.slice(prefix.length));
        if (this.#index) await this.#rows.write(undefined, { remove: { meta: [[key]] } });
      }
    } catch (error) {
      if (!MnemeError.isInstance(error)) throw error;
      this.#failure = error.message;
    }
  }

  async remains(): Promise<Remains> {
    await this.finish();
    const { length } = await this.#noted();
    if (length > 0)
      return {
        bytes: 'pending',
        bytesReason: `the search index must still forget ${length} erased ${length === 1 ? 'scope' : 'scopes'}: ${this.#failure}`,
      };
    return this.#index?.remains?.() ?? { bytes: 'removed' };
  }

  async #noted(): Promise<string[]> {
    const [rows = []] = await this.#rows.read(undefined, [
      { table: 'meta', is: [], after: [prefix], before: ['forget!'], columns: ['key'] },
    ]);
    return rows.map(({ key }) => key as string);
  }
}
