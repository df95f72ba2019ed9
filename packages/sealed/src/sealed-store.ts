import {
  type Backend,
  type DocumentBackend,
  type EmbeddingMigration,
  type KeyBackend,
  MnemeError,
  type Remains,
  remainsOf,
} from '@mneme/core/contract';
import { sealReceipt } from './audit.ts';
import type { Ciphers } from './ciphers.ts';
import { SealedDocuments } from './documents/sealed-documents.ts';
import { sealedMigration } from './migration.ts';
import { someScopes } from './sealed-scope.ts';

/** A {@link Backend} that passes sealed documents and keys to another one, and destroys the keys of erased scopes. */
export class SealedStore implements Backend {
  readonly name: string;
  readonly migration?: EmbeddingMigration;
  readonly documents?: DocumentBackend;
  readonly keys?: KeyBackend;
  readonly compact?: Backend['compact'];
  readonly gauges?: Backend['gauges'];
  readonly #inner: Backend;
  readonly #ciphers: Ciphers;
  #closed = false;

  constructor(inner: Backend, ciphers: Ciphers) {
    this.name = inner.name;
    this.#inner = inner;
    this.#ciphers = ciphers;
    // Optional abilities are those of the inner store.
    if (inner.migration !== undefined) this.migration = sealedMigration(inner.migration, ciphers);
    if (inner.documents !== undefined)
      this.documents = new SealedDocuments(inner.documents, ciphers);
    if (inner.gauges !== undefined) this.gauges = () => inner.gauges!();
    if (inner.keys !== undefined) this.keys = sealKeys(inner.keys, ciphers);
    if (inner.compact !== undefined) this.compact = (options) => inner.compact!(options);
  }

  prepare = (): void => this.#inner.prepare?.();

  open: Backend['open'] = async (options) => {
    await this.#inner.open(options);
    await this.#ciphers.assertOurs(() => someScopes(this.#inner));
  };

  /** The key is destroyed first: from then on no copy of the scope can be read. */
  erase: Backend['erase'] = async (scope, receipt, options = {}) => {
    this.assertOpen();
    const sealedScope = await this.#ciphers.sealScope(scope);
    if (!options.keyDestroyed) await this.#ciphers.destroy(scope);
    const line = await sealReceipt(this.#ciphers, receipt);
    return { ...(await this.#inner.erase(sealedScope, line)), keyDestroyed: true };
  };

  remains = (options: { wait: boolean }): Promise<Remains> => remainsOf([this.#inner], options);

  close = (): Promise<void> => {
    this.#closed = true;
    return this.#inner.close();
  };

  /** A closed store makes and destroys no keys. */
  protected assertOpen(): void {
    if (!this.#closed) return;
    throw new MnemeError('closed', 'the sealed memory was closed: open it again with createMemory');
  }
}

/** Server keys, with sealed names of scopes. */
function sealKeys(keys: KeyBackend, ciphers: Ciphers): KeyBackend {
  ciphers.watch(async () => (await keys.listKeys(undefined)).map(({ scope }) => scope));
  return {
    addKey: async (key) => keys.addKey({ ...key, scope: await ciphers.sealScope(key.scope) }),
    async getKey(id) {
      const key = await keys.getKey(id);
      return key && { ...key, scope: await ciphers.openScope(key.scope) };
    },
    hasKey: () => keys.hasKey(),
    async listKeys(scope) {
      const sealed = await keys.listKeys(scope && (await ciphers.sealScope(scope)));
      return Promise.all(
        sealed.map(async (key) => ({ ...key, scope: await ciphers.openScope(key.scope) })),
      );
    },
    revokeKey: (id, at) => keys.revokeKey(id, at),
  };
}
