import { type AuditEntry, type MemoryRecord, MnemeError } from '../contract/index.ts';
import { Stores } from '../documents/index.ts';
import { type EngineContext, pageWithin } from '../engine/index.ts';
import type { StoreInput, UpdateInput } from '../input/index.ts';
import { invalid, parseId, parseKey, parseOptions, show, toFilter } from '../input/index.ts';
import type {
  GetOptions,
  ListOptions,
  ListResult,
  RetrieveOptions,
  RetrieveResult,
  StoreManyOptions,
  StoreOptions,
  StoreResult,
  UpdateResult,
  WhyNot,
  WriteOptions,
} from '../records/index.ts';
import {
  checkItem,
  findIds,
  getFields,
  listFields,
  retrieve,
  storeFields,
  storeMany,
  storeManyFields,
  update,
  whyNot,
  writeFields,
} from '../records/index.ts';
import { gate } from '../secrets/index.ts';
import { documentContext } from './document-context.ts';
import { pruneMemory } from './prune-memory.ts';
import type {
  DeleteReceipt,
  EraseReceipt,
  MemoryStats,
  PruneOptions,
  PruneReport,
} from './results.ts';

/**
 * One tenant's memory. Every method rejects with a MnemeError: `invalid_input` names the argument at fault, and
 * nothing is half-written.
 */
export class MemoryScope {
  /** The tenant's name. */
  readonly name: string;
  readonly #context: EngineContext;

  /** Made by `memory.scope(name)`. */
  constructor(name: string, context: EngineContext) {
    this.name = name;
    this.#context = context;
  }

  /**
   * Versioned text documents of this tenant. Throws `unsupported` where the memory keeps none.
   *
   * @example
   * const notes = await ada.stores.open('notes', { create: true });
   */
  get stores(): Stores {
    return new Stores({ ...documentContext(this.#context), scope: this.name });
  }

  /**
   * Stores one text, or finds that it is known. Texts that hold a secret are refused (`secret_refused`) or masked.
   *
   * @example
   * const { id, outcome } = await ada.store({ content: 'Prefers bullet points', category: 'user_preference', importance: 5 });
   */
  async store(input: StoreInput, options: StoreOptions = {}): Promise<StoreResult> {
    const given = parseOptions(options, storeFields);
    const [result] = await storeMany(this.#context, this.name, [input], given);
    return result as StoreResult;
  }

  /**
   * Stores texts in order, in batches; one result each. Later texts see earlier ones as stored. A failure of the
   * store or the embedder leaves the batches before it stored, whole (and, over a server and with `keepBoth`, perhaps
   * the one behind it).
   */
  async storeMany(
    inputs: readonly StoreInput[],
    options: StoreManyOptions = {},
  ): Promise<StoreResult[]> {
    const given = parseOptions(options, storeManyFields);
    if (!Array.isArray(inputs)) throw invalid('items', `is ${show(inputs)}: give an array`);
    return storeMany(this.#context, this.name, inputs, given);
  }

  /** Throws what `store` would refuse the input for: a bad value, a secret. Reads nothing and writes nothing. */
  check(input: StoreInput): void {
    checkItem(this.#context, input);
  }

  /** How long a query may be, in bytes of UTF-8. */
  get maxQueryBytes(): number {
    return this.#context.maxQueryBytes;
  }

  /** The memories that best answer the query, best first. Never an expired one, nor (by default) a replaced one. */
  async retrieve(query: string, options: RetrieveOptions = {}): Promise<RetrieveResult> {
    return retrieve(this.#context, this.name, query, options);
  }

  /** The record, also when it was replaced; undefined where the scope has none of this id, or it has expired. */
  async get(id: string, options: GetOptions = {}): Promise<MemoryRecord | undefined> {
    const { includeExpired } = parseOptions(options, getFields);
    const [record] = await this.#context.backend.get(this.name, [parseId(id)]);
    if (record?.expiresAt === undefined || includeExpired === true) return record;
    return record.expiresAt > this.#context.now() ? record : undefined;
  }

  /**
   * Changes one memory, checked as `store` checks. It keeps its id; a text that was changed stays in its history.
   * Rejects with `not_found` for an unknown id, and with `conflict` where another memory says the new text already or
   * the memory was replaced.
   *
   * @example
   * await ada.update(id, { content: 'Prefers numbered lists', expiresAt: null });
   */
  async update(
    id: string,
    changes: UpdateInput,
    options: WriteOptions = {},
  ): Promise<UpdateResult> {
    return update(this.#context, this.name, { id, changes, options });
  }

  /**
   * At most ten ids that begin so, in order, also of records that expired or were replaced: for people, who shorten
   * ids. Reads the ids of the whole scope.
   */
  async findIds(beginning: string): Promise<string[]> {
    return findIds(this.#context, this.name, parseKey(beginning, 'beginning').toLowerCase());
  }

  /** One page of what is current, newest or most important first. */
  async list(options: ListOptions = {}): Promise<ListResult> {
    const given = parseOptions(options, listFields);
    const { order = 'newest', limit = 50, maxBytes, cursor } = given;
    const filter = toFilter(given, this.#context.now());
    const page = { limit, maxBytes, cursor };
    const { items, ...next } = await pageWithin(page, async (part) => {
      const request = { scope: this.name, filter, order, ...part };
      const { records, ...more } = await this.#context.backend.list(request);
      return { items: records, ...more };
    });
    return { memories: items, ...next };
  }

  /** The record with all that it replaced and all that replaced it, oldest first; empty for an unknown id. */
  async history(id: string): Promise<MemoryRecord[]> {
    return this.#context.backend.history(this.name, parseId(id));
  }

  /** Removes one record for good. Rejects with `not_found` where the scope has none of this id. */
  async delete(id: string, options: WriteOptions = {}): Promise<DeleteReceipt> {
    const { actor = 'application', reason = 'deleted' } = this.#given(options);
    const entry: AuditEntry = {
      at: this.#context.now(),
      action: 'delete',
      scope: this.name,
      id: parseId(id),
      actor,
      reason,
    };
    const [record] = await this.#context.backend.get(this.name, [entry.id as string]);
    if (record === undefined) throw notFound(id);
    const result = await this.#context.backend.commit({
      scope: this.name,
      expect: [],
      puts: [],
      removals: [record.id],
      audit: [entry],
    });
    // Another process was faster.
    if (!result.committed || result.removed.length === 0) throw notFound(id);
    return { id: record.id, deletedAt: entry.at, reason: entry.reason };
  }

  /** Why a memory comes back for a query, or why not. */
  async whyNot(query: string, id: string, options: RetrieveOptions = {}): Promise<WhyNot> {
    return whyNot(this.#context, this.name, { text: query, id, options });
  }

  /** Counts of this scope. */
  async stats(): Promise<MemoryStats> {
    return this.#context.backend.stats(this.name, this.#context.now());
  }

  /** Drops what has expired and, over the cap, what matters least. */
  async prune(options: PruneOptions = {}): Promise<PruneReport> {
    return pruneMemory(this.#context, { scope: this.name, options });
  }

  /**
   * Forgets the whole scope: records, documents, index entries, audit lines. When it resolves, no byte of the
   * content is left in the store's files.
   */
  async erase(options: WriteOptions = {}): Promise<EraseReceipt> {
    const { actor = 'application', reason = 'erased on request' } = this.#given(options);
    const erasedAt = this.#context.now();
    await this.#context.accesses.flush();
    await this.#context.documents?.eraseScope(this.name);
    const { records } = await this.#context.backend.erase(this.name, {
      at: erasedAt,
      action: 'erase',
      scope: this.name,
      actor,
      reason,
    });
    return { scope: this.name, records, erasedAt };
  }

  #given(options: WriteOptions) {
    return gate(parseOptions(options, writeFields), this.#context.secrets).value;
  }
}

function notFound(id: string): MnemeError {
  return new MnemeError(
    'not_found',
    `no memory of this scope has the id ${id}: list shows what is there`,
    { field: 'id' },
  );
}
