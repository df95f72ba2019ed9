import assert from 'node:assert/strict';
import { type EmbedderIdentity, type MemoryBackend, MnemeError } from '@mneme/core/backend';
import {
  type CasesOf,
  type ConformanceCase,
  casesOf,
  type GroupOf,
  type Lacks,
  type Tolerances,
} from '../case.ts';
import { testEmbedder } from './builders.ts';

/** One fresh, empty store, not shared with another call. */
export interface MemoryBackendStore {
  /** Not opened yet: the suite opens it. */
  backend: MemoryBackend;
  /** Another backend on the same store, not opened yet; works beside the first one and after that was closed. */
  reopen?(): MemoryBackend | Promise<MemoryBackend>;
  /** Everything that the store has on disk or on its server. */
  bytes?(): Promise<Uint8Array[]>;
  /** Removes the store. Every backend on it has been closed before. */
  destroy(): Promise<unknown>;
}

/** Optional abilities of `create` and the backend. */
export type MemoryBackendNeed = 'reopen' | 'bytes' | 'touch' | 'migration';

/** Allowed inexactness of a backend, with its reason. */
export interface MemoryBackendTolerances extends Tolerances<MemoryBackendTolerance> {
  /** The vector index is approximate: at least this share (0..1) of the true nearest among 300 records is found. */
  denseRecall?: { why: string; atLeast: number };
  /** Vectors lose precision in the store: the largest error of a cosine or a component. Default: 0.00001. */
  precision?: { why: string; within: number };
}

/** How far a backend's numbers may differ from the exact ones. */
export type MemoryBackendTolerance = 'denseRecall' | 'precision';

/** The context of a case. */
export interface MemoryBackendContext {
  /** Open, with the embedder of the tests; not opened in a case with `opensItself`. */
  backend: MemoryBackend;
  tolerates: MemoryBackendTolerances;
  /** Of what a case does by chance. */
  seed: number;
  /** Another open backend on the same store. Closed by the suite. */
  another(options?: { embedder?: EmbedderIdentity }): Promise<MemoryBackend>;
  /** The open backend and, where create offers reopen, another one. */
  handles(): Promise<MemoryBackend[]>;
  /** Like {@link another}, not opened. */
  unopened(): Promise<MemoryBackend>;
  bytes(): Promise<Uint8Array[]>;
}

/** One rule for backends of records, as a case of the suite. */
export interface MemoryBackendCase
  extends ConformanceCase<MemoryBackendContext, MemoryBackendNeed, MemoryBackendTolerance> {
  /** The case is about opening. Default: false, the suite opens the backend. */
  opensItself?: boolean;
}

/** The cases of one group of methods, by their sentences. */
export const memoryCases = (group: GroupOf<MemoryBackendNeed>, cases: CasesOf<MemoryBackendCase>) =>
  casesOf<MemoryBackendCase>(group, cases);

/** For running one case by hand. */
export interface RunMemoryBackendCaseOptions {
  create(): Promise<MemoryBackendStore>;
  lacks?: Lacks<MemoryBackendNeed>;
  tolerates?: MemoryBackendTolerances;
  /** Of what the case does by chance. Default: 1. */
  seed?: number;
}

/** Runs one case on a new store, and removes it. */
export async function runMemoryBackendCase(
  conformanceCase: MemoryBackendCase,
  { create, lacks = {}, tolerates = {}, seed = 1 }: RunMemoryBackendCaseOptions,
): Promise<void> {
  const store = await create();
  const handles = [store.backend];
  const unopened = async () => {
    assert.ok(store.reopen, 'create() offers no reopen');
    const handle = await store.reopen();
    handles.push(handle);
    return handle;
  };
  const another = async (options: { embedder?: EmbedderIdentity } = { embedder: testEmbedder }) => {
    const handle = await unopened();
    await handle.open(options);
    return handle;
  };
  const context: MemoryBackendContext = {
    backend: store.backend,
    tolerates,
    seed,
    unopened,
    another,
    async handles() {
      return store.reopen === undefined ? [store.backend] : [store.backend, await another()];
    },
    async bytes() {
      assert.ok(store.bytes, 'create() offers no bytes');
      return store.bytes();
    },
  };
  let failure: { error: unknown } | undefined;
  try {
    assertDeclared(store, lacks);
    if (conformanceCase.opensItself !== true) await store.backend.open({ embedder: testEmbedder });
    await conformanceCase.run(context);
    await assertWhole(store.backend);
  } catch (error) {
    failure = { error };
  }
  const closings = await Promise.allSettled(handles.map((handle) => handle.close()));
  await store.destroy();
  if (failure !== undefined) throw failure.error;
  for (const closing of closings) if (closing.status === 'rejected') throw closing.reason;
}

/** Whatever a case has done, the store must be consistent. */
async function assertWhole(backend: MemoryBackend): Promise<void> {
  let cursor: string | undefined;
  do {
    const page = await backend.checkStore?.({ limit: 100, cursor }).catch((error: unknown) => {
      if (MnemeError.isInstance(error) && error.code === 'closed') return undefined;
      throw error;
    });
    // Cases put records without a vector, and use a clock of their own.
    assert.deepEqual(page?.faults.filter(({ mend }) => mend !== 'rewrite') ?? [], []);
    cursor = page?.nextCursor;
  } while (cursor !== undefined);
}

/** A driver declares what it lacks; the declaration must be true and complete. */
function assertDeclared(store: MemoryBackendStore, lacks: Lacks<MemoryBackendNeed>): void {
  const offered: Record<MemoryBackendNeed, boolean> = {
    reopen: store.reopen !== undefined,
    bytes: store.bytes !== undefined,
    touch: store.backend.touch !== undefined,
    migration: store.backend.migration !== undefined,
  };
  for (const need of Object.keys(offered) as MemoryBackendNeed[]) {
    const declared = lacks[need] !== undefined;
    assert.notEqual(
      declared,
      offered[need],
      declared
        ? `lacks.${need} is declared, but it is there: remove the declaration`
        : `${need} is not offered: offer it, or declare lacks.${need} with the reason`,
    );
  }
}
