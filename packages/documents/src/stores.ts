import {
  type AuditAction,
  type AuditEntry,
  MnemeError,
  pages,
  type Remains,
  remainsOf,
  type StoreInfo,
} from '@mneme/contract';
import { pageWithin, throwIfAborted } from '@mneme/contract/context';
import { gate } from '@mneme/contract/gate';
import { parseFields, parseKey, parseOptions, show, textUpTo } from '@mneme/contract/input';
import { type MemoryCall, observed } from '@mneme/contract/telemetry';
import {
  callFields,
  checkStoreName,
  createStoreFields,
  expireFields,
  listStoresFields,
  openFields,
  parseActor,
  tooManyPairs,
  updateStoreFields,
} from './call-fields.ts';
import type {
  CreateStoreInput,
  DeletedDocument,
  DocumentCallOptions,
  ExpireOptions,
  ExpireReport,
  ListStoresOptions,
  StoreList,
  UpdateStoreInput,
} from './document-api.ts';
import { actorName, type DocumentContext, newId, untilWritten } from './document-context.ts';
import { archivedError } from './document-error.ts';
import { DocumentStore } from './document-store.ts';
import { expireDocuments } from './expire-documents.ts';
import { patchStore, type StorePatch } from './rules/patch-store.ts';

/** The memory stores of one scope, which the public API calls a workspace. */
export class Stores {
  readonly #context: DocumentContext;

  constructor(context: DocumentContext) {
    this.#context = context;
  }

  /** The same stores with another actor, unless a call names one. */
  as(actor: DocumentCallOptions['actor']): Stores {
    return new Stores({ ...this.#context, actor: actor && parseActor(actor, 'actor') });
  }

  /**
   * By name (the oldest unarchived store of that name) or by id. With `create`, a missing store is made; two processes
   * that do so at once get the same store.
   */
  async open(nameOrId: string, options: { create?: boolean } = {}): Promise<DocumentStore> {
    const { backend, scope } = this.#context;
    const { create = false } = parseOptions(options, openFields);
    textUpTo(1024)(nameOrId, 'name');
    const info = /^memstore_[0-9a-f]{32}$/.test(nameOrId)
      ? await backend.getStore(scope, nameOrId)
      : create
        ? await this.#findOrAdd(checkStoreName(nameOrId))
        : await findStore(this.#context, checkStoreName(nameOrId));
    if (info !== undefined) return this.#handle(info);
    throw new MnemeError('not_found', [
      {
        field: 'store',
        problem: `is ${show(nameOrId)}, and this scope has none of that name`,
        advice: 'create it, or open it with { create: true }',
      },
    ]);
  }

  /** Always makes a new store, even if another has the name. */
  async create(input: CreateStoreInput): Promise<DocumentStore> {
    return this.#observed(
      { operation: 'create_memory_store', storeId: ({ id }) => id },
      async () => {
        const given = parseFields(input, createStoreFields, { name: 'input', required: ['name'] });
        const { store, audit } = this.#newStore(given);
        await this.#context.backend.putStore({ store, expect: { version: 0 }, audit });
        return this.#handle(store);
      },
    );
  }

  /** A store by its id, without checking that it exists: the first call on it rejects with `not_found`. */
  at(storeId: string): DocumentStore {
    return new DocumentStore({ id: parseKey(storeId, 'storeId') }, this.#context);
  }

  /** The current state; undefined if the scope has no such id. */
  async get(storeId: string): Promise<StoreInfo | undefined> {
    return this.#context.backend.getStore(this.#context.scope, parseKey(storeId, 'storeId'));
  }

  /** One page of stores, newest first. */
  async list(options: ListStoresOptions = {}): Promise<StoreList> {
    const { backend, scope } = this.#context;
    const given = parseOptions(options, listStoresFields);
    const { includeArchived = false, limit = 20, maxBytes, cursor, ...filter } = given;
    const { items, ...next } = await pageWithin({ limit, maxBytes, cursor }, async (part) => {
      const request = { scope, includeArchived, ...filter, ...part };
      const { stores, ...more } = await backend.listStores(request);
      return { items: stores, ...more };
    });
    return { stores: items, ...next };
  }

  /** Changes name, description or metadata. Rejects with `read_only` if the store is archived. */
  async update(
    storeId: string,
    input: UpdateStoreInput,
    options?: DocumentCallOptions,
  ): Promise<StoreInfo> {
    const given = parseFields(input, updateStoreFields, { name: 'input' });
    const patch: StorePatch = gate(given, this.#context.secrets).value;
    return this.#patch({ storeId, patch, reason: 'store updated' }, options);
  }

  /** Makes a store read-only for good. Archiving again changes nothing. */
  async archive(storeId: string, options?: DocumentCallOptions): Promise<StoreInfo> {
    return this.#patch({ storeId, patch: { archive: true }, reason: 'store archived' }, options);
  }

  /**
   * With all its documents and versions, and the facts of the scope that rest only on them. The result says whether
   * their bytes have left the files already.
   */
  async delete(
    storeId: string,
    options: DocumentCallOptions = {},
  ): Promise<DeletedDocument & Remains> {
    return this.#observed({ operation: 'delete_memory_store', storeId }, async () => {
      const given = parseOptions(options, callFields);
      throwIfAborted(given.signal);
      const { backend, scope } = this.#context;
      parseKey(storeId, 'storeId');
      const audit = this.#audit({ action: 'delete', storeId, reason: 'store deleted' }, given);
      const facts = await untilWritten(
        this.#context,
        { key: storeId, signal: given.signal },
        async () => {
          const ids = await this.#documentIds(storeId, given.signal);
          const lost = { scope, ids, actor: audit.actor, signal: given.signal };
          return this.#context.removeWithFacts(lost, (records) =>
            backend.removeStore({ scope, storeId, audit, ...(records && { records }) }),
          );
        },
      );
      return {
        id: storeId,
        ...facts,
        ...(await remainsOf([this.#context.place], { wait: true })),
      };
    });
  }

  /** Removes documents, and empty stores, that nobody has read or written for this many days. */
  async expire(options: ExpireOptions): Promise<ExpireReport> {
    return this.#observed(
      { operation: 'prune_memory', count: ({ documents }) => documents.length },
      async () =>
        expireDocuments(this.#context, parseOptions(options, expireFields, ['unreadForDays'])),
    );
  }

  async #documentIds(storeId: string, signal: AbortSignal | undefined): Promise<string[]> {
    const { backend, scope } = this.#context;
    const all = { scope, storeId, pathPrefix: '/', depth: 0, withContent: false, limit: 1000 };
    const ids: string[] = [];
    for await (const { items } of pages(
      (cursor) => backend.listDocuments({ ...all, cursor }),
      signal,
    ))
      for (const item of items) if (item.type === 'document') ids.push(item.document.id);
    return ids;
  }

  #observed<T>(call: MemoryCall<T>, work: () => Promise<T>): Promise<T> {
    const { scope } = this.#context;
    return observed(this.#context, { scope, ...call }, work);
  }

  #handle(info: StoreInfo): DocumentStore {
    return new DocumentStore({ id: info.id, info }, this.#context);
  }

  /** If several callers find no store at once, one adds it, and the others find that one. */
  #findOrAdd(name: string): Promise<StoreInfo> {
    const { backend, scope } = this.#context;
    return untilWritten(this.#context, { key: `${scope} ${name}` }, async () => {
      const found = await findStore(this.#context, name);
      if (found !== undefined) return found;
      return this.#observed(
        { operation: 'create_memory_store', storeId: (made) => made?.id },
        async () => {
          const { store, audit } = this.#newStore({ name });
          const expect = { version: 0, freeName: true };
          return (await backend.putStore({ store, expect, audit })) ? store : undefined;
        },
      );
    });
  }

  #patch(
    { storeId, patch, reason }: { storeId: string; patch: StorePatch; reason: string },
    options: DocumentCallOptions = {},
  ): Promise<StoreInfo> {
    const given = parseOptions(options, callFields);
    const { backend, scope } = this.#context;
    parseKey(storeId, 'storeId');
    const { signal } = given;
    return untilWritten(this.#context, { key: storeId, signal }, async () => {
      const audit = this.#audit({ action: 'update', storeId, reason }, given);
      const store = await backend.getStore(scope, storeId);
      if (store === undefined) {
        throw new MnemeError('not_found', `There is no store ${storeId} in this scope.`, {
          field: 'storeId',
        });
      }
      const decision = patchStore(store, { patch, at: audit.at });
      if (decision.action === 'refuse') {
        throw decision.reason === 'archived' ? archivedError() : tooManyPairs();
      }
      if (decision.action === 'keep') return store;
      const expect = { version: store.version };
      const written = await backend.putStore({ store: decision.store, expect, audit });
      return written ? decision.store : undefined;
    });
  }

  #newStore(input: CreateStoreInput): { store: StoreInfo; audit: AuditEntry } {
    const { scope, secrets } = this.#context;
    const { name, description = '', metadata = {} } = input;
    gate({ scope }, secrets);
    const at = this.#context.now();
    const id = newId(this.#context, 'memstore_');
    const store: StoreInfo = {
      id,
      scope,
      ...gate({ name, description, metadata: { ...metadata } }, secrets).value,
      version: 1,
      createdAt: at,
      updatedAt: at,
    };
    return {
      store,
      audit: this.#audit({ action: 'create', storeId: id, reason: 'store created' }),
    };
  }

  #audit(
    { action, storeId, reason }: { action: AuditAction; storeId: string; reason: string },
    options: DocumentCallOptions = {},
  ): AuditEntry {
    const by = { actor: options.actor ?? this.#context.actor, reason: options.reason ?? reason };
    const { value } = gate(by, this.#context.secrets);
    return {
      at: this.#context.now(),
      action,
      scope: this.#context.scope,
      id: storeId,
      actor: actorName(value.actor),
      reason: value.reason,
    };
  }
}

/** The oldest unarchived store of that name. */
async function findStore(
  { backend, scope }: Pick<DocumentContext, 'backend' | 'scope'>,
  name: string,
): Promise<StoreInfo | undefined> {
  const request = { scope, name, includeArchived: false, limit: 100 };
  let oldest: StoreInfo | undefined;
  for await (const { stores } of pages((cursor) => backend.listStores({ ...request, cursor })))
    oldest = stores.at(-1) ?? oldest;
  return oldest;
}
