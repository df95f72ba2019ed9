import assert from 'node:assert/strict';
import { type EmbedderIdentity, MnemeError } from '@mneme/core/backend';
import { describe, it } from 'vitest';
import type { StoreBackend } from '../../src/index.ts';
import { testEmbedder } from './records/builders.ts';

/** A new, empty store. */
export interface Place {
  /** A backend on it, not opened yet. */
  make(): StoreBackend;
  destroy(): Promise<unknown>;
}

export interface StoreContext {
  /** Open, with the embedder of the tests. */
  backend: StoreBackend;
  /** Of what a case does by chance. */
  seed: number;
  /** Another open backend on the same store. */
  another(options?: { embedder?: EmbedderIdentity }): Promise<StoreBackend>;
  /** Like {@link another}, not opened. */
  unopened(): StoreBackend;
  /** Makes backends on another, empty store, not opened. */
  elsewhere(): Promise<() => StoreBackend>;
}

/** What a store must do, by a sentence for each case. */
export type Cases = Readonly<Record<string, (context: StoreContext) => Promise<void>>>;

/** Declares the cases of each group, each in a store of its own. */
export function declareCases(
  groups: Readonly<Record<string, Cases>>,
  { create, seed = 1 }: { create(): Promise<Place>; seed?: number },
): void {
  describe.each(Object.entries(groups))('%s', (_, cases) => {
    it.each(Object.entries(cases))('%s', async (_, run) => {
      const places = [await create()];
      const opened: StoreBackend[] = [];
      const made = (place: Place) => {
        const backend = place.make();
        opened.push(backend);
        return backend;
      };
      const [place] = places as [Place];
      const another = async (
        options: { embedder?: EmbedderIdentity } = { embedder: testEmbedder },
      ) => {
        const backend = made(place);
        await backend.open(options);
        return backend;
      };
      try {
        const backend = await another();
        await run({
          ...{ backend, seed, another, unopened: () => made(place) },
          async elsewhere() {
            const other = await create();
            places.push(other);
            return () => made(other);
          },
        });
        await assertWhole(backend);
      } finally {
        await Promise.all(opened.map((backend) => backend.close()));
        await Promise.all(places.map((each) => each.destroy()));
      }
    });
  });
}

/** Whatever a case has done, the store must be consistent. */
async function assertWhole(backend: StoreBackend): Promise<void> {
  let cursor: string | undefined;
  do {
    const page = await backend.checkStore({ limit: 100, cursor }).catch((error: unknown) => {
      if (MnemeError.isInstance(error) && error.code === 'closed') return undefined;
      throw error;
    });
    // Cases put records without a vector, and use a clock of their own.
    assert.deepEqual(page?.faults.filter(({ mend }) => mend !== 'rewrite') ?? [], []);
    cursor = page?.nextCursor;
  } while (cursor !== undefined);
}
