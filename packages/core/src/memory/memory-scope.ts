import { historyOf, type MemoryRecord, remainsOf, turnsInOrder } from '@mneme/contract';
import { type EngineContext, pageWithin, readMemories, storesOf } from '@mneme/contract/context';
import { gate } from '@mneme/contract/gate';
import {
  type Parsed,
  parseId,
  parseKey,
  parseMany,
  parseOptions,
  type StoreInput,
  toFilter,
  type UpdateInput,
} from '@mneme/contract/input';
import { type MemoryCall, observed, type Telemetry } from '@mneme/contract/telemetry';
import { Stores } from '@mneme/documents';
import {
  type ConsolidateOptions,
  type ConsolidateReport,
  consolidateFields,
  type EvidenceReport,
} from '../consolidation/index.ts';
import type { DoctorOptions, DoctorReport } from '../doctor/index.ts';
import { Episodes, Sessions } from '../episodes/index.ts';
import { type Recalled, type RecallOptions, recall, whyNotRecalled } from '../recall/index.ts';
import {
  type ConflictExplanation,
  checkItem,
  type DeleteOptions,
  type DeleteReceipt,
  type ForgetOptions,
  type ForgetReceipt,
  findIds,
  type GetOptions,
  getFields,
  type ListOptions,
  type ListResult,
  listFields,
  oldestFirst,
  parseItems,
  type RestoreOptions,
  type RestoreResult,
  type RetrieveOptions,
  type RetrieveResult,
  retrieve,
  type SettleOptions,
  type SettleReport,
  type StoreManyOptions,
  type StoreOptions,
  type StoreResult,
  settleFields,
  storeFields,
  storeManyFields,
  type UpdateOptions,
  type UpdateResult,
  update,
  type WhyNot,
  type WriteOptions,
  writeFields,
} from '../records/index.ts';
import { documentContext } from './document-context.ts';
import type { EraseReceipt } from './erase-receipt.ts';
import type { MemoryStats, PruneOptions, PruneReport } from './memory-options.ts';

/**
 * The memory of one scope. Every method rejects with a MnemeError: `invalid_input` names the wrong argument, and
 * nothing is half-written.
 */
export class MemoryScope {
  /** The name of the scope. */
  readonly name: string;
  readonly #context: EngineContext;

  /** Made by `memory.scope(name)`. */
  constructor(name: string, context: EngineContext) {
    this.name = name;
    this.#context = context;
  }

  /** This memory's telemetry, for the packages that serve it. Undefined if there is none. */
  get telemetry(): Telemetry | undefined {
    return this.#context.telemetry?.telemetry;
  }

  /**
   * Versioned text documents of this scope. Throws `unsupported` if the memory has none.
   * @example
   * const notes = await ada.stores.open('notes', { create: true });
   */
  get stores(): Stores {
    return new Stores({ ...documentContext(this.#context), scope: this.name });
  }

  /** Turns of conversations, appended in order. */
  get episodes(): Episodes {
    return new Episodes(this.#context, this.name);
  }

  /** The conversations of {@link episodes}. */
  get sessions(): Sessions {
    return new Sessions(this.#context, this.name);
  }

  /**
   * Stores one text, or confirms a known one. Texts with a secret are refused (`secret_refused`) or masked.
   * @example
   * const { id, outcome } = await ada.store({ content: 'Prefers bullet points', category: 'user_preference', importance: 5 });
   */
  async store(input: StoreInput, options: StoreOptions = {}): Promise<StoreResult> {
    const [result] = await this.#storeMany([input], () => parseOptions(options, storeFields));
    return result as StoreResult;
  }

  /**
   * Stores texts in order, in batches; one result each. Later texts see earlier ones as stored. If the store or the
   * embedder fails, the batches before it stay stored, each completely (over a server with `keepBoth` perhaps also the
   * next one).
   */
  async storeMany(
    inputs: readonly StoreInput[],
    options: StoreManyOptions = {},
  ): Promise<StoreResult[]> {
    return this.#storeMany(inputs, () => {
      const given = parseOptions(options, storeManyFields);
      parseMany(inputs, 'items', this.#context.maxStoreItems);
      return given;
    });
  }

  /** Throws the error that `store` would throw for the input: a bad value, a secret. Reads and writes nothing. */
  check(input: StoreInput): void {
    checkItem(this.#context, input);
  }

  /** The memories that best answer the query, best first. Never an expired one, nor (by default) a replaced one. */
  async retrieve(query: string, options: RetrieveOptions = {}): Promise<RetrieveResult> {
    return this.#observed(
      { operation: 'search_memory', query, records: ({ memories }) => memories },
      () => retrieve(this.#context, this.name, query, options),
    );
  }

  /**
   * What a model should know before it answers: the profile, facts for the message, and passages of earlier
   * conversations, within a budget of tokens. For small talk and general requests only the profile.
   * @example
   * const { profile, facts, passages } = await ada.recall('the GP wants to give me an antibiotic', { tokenBudget: 1000 });
   */
  async recall(message: string, options: RecallOptions = {}): Promise<Recalled> {
    return this.#observed({ operation: 'search_memory', query: message, records: memoriesOf }, () =>
      recall(this.#context, this.name, { message, options }),
    );
  }

  /** The record, even if it was replaced; undefined if the scope has no such id, or it has expired. */
  async get(id: string, options: GetOptions = {}): Promise<MemoryRecord | undefined> {
    return this.#observed(
      {
        operation: 'get_memory',
        recordId: id,
        records: (record) => (record ? [record] : []),
      },
      async () => {
        const { includeExpired } = parseOptions(options, getFields);
        const [record] = await readMemories(this.#context.backend, this.name, [parseId(id)]);
        if (record?.expiresAt === undefined || includeExpired === true) return record;
        return record.expiresAt > this.#context.now() ? record : undefined;
      },
    );
  }

  /**
   * Changes one memory, with the checks of `store`. It keeps its id; the old text stays in its history.
   * Rejects with `not_found` for an unknown id, and with `conflict` if another memory has the new text already or
   * the memory was replaced, or has another `version` than you give. With `includeExpired` an expired one is changed too, and the expiry may be past.
   * @example
   * await ada.update(id, { content: 'Prefers numbered lists', expiresAt: null });
   */
  async update(
    id: string,
    changes: UpdateInput,
    options: UpdateOptions & GetOptions = {},
  ): Promise<UpdateResult> {
    return this.#observed(
      {
        operation: 'update_memory',
        recordId: id,
        records: () => [{ id, content: changes.content }],
      },
      () => update(this.#context, this.name, { id, changes, options }),
    );
  }

  /**
   * At most ten ids that begin or end with this text, sorted, also of expired or replaced records: for people who
   * shorten ids. Reads the ids of the whole scope.
   */
  async findIds(beginning: string): Promise<string[]> {
    return findIds(this.#context, this.name, parseKey(beginning, 'beginning').toLowerCase());
  }

  /**
   * Makes a replaced memory current again, beside its replacement, or with `instead` in its place.
   * Rejects with `conflict` if another current memory says the same or has its external id.
   * @example
   * await ada.restore(old.id, { instead: true, reason: 'the newer one was wrong' });
   */
  async restore(id: string, options: RestoreOptions = {}): Promise<RestoreResult> {
    return this.#observed({ operation: 'update_memory', recordId: id, count: () => 1 }, async () =>
      (await records()).restore(this.#context, this.name, { id, options }),
    );
  }

  /** Which rule decided each conflict in the history of a memory, and by which words. */
  async decisions(id: string): Promise<ConflictExplanation[]> {
    return (await records()).decisions(this.#context, this.name, id);
  }

  /**
   * The evidence of a memory: the turns and documents that a fact was made from; and the facts that rest on it. Rejects
   * with `not_found` for an unknown id.
   * @example
   * const { turns } = await ada.evidence(fact.id);
   */
  async evidence(id: string): Promise<EvidenceReport> {
    return this.#observed({ operation: 'explain_memory', recordId: id }, async () =>
      (await later()).evidence(this.#context, this.name, id),
    );
  }

  /** One page of current memories, newest or most important first; with `includeExpired` expired ones too. */
  async list(options: ListOptions & GetOptions = {}): Promise<ListResult> {
    return this.#observed({ operation: 'list_memory', records: ({ memories }) => memories }, () =>
      this.#list(options),
    );
  }

  async #list(options: ListOptions & GetOptions): Promise<ListResult> {
    const given = parseOptions(options, listFields);
    const { order = 'newest', limit = 50, maxBytes, cursor } = given;
    const filter = {
      ...toFilter(given, this.#context.now()),
      ...(given.includeExpired && { includeExpired: true }),
    };
    const page = { limit, maxBytes, cursor };
    const { items, ...next } = await pageWithin(page, async (part) => {
      const request = { scope: this.name, filter, order, ...part };
      const { records, ...more } = await this.#context.backend.list(request);
      return { items: records, ...more };
    });
    const memories = order === 'newest' ? turnsInOrder(items, { newestFirst: true }) : items;
    return { memories, ...next };
  }

  /** The record with everything that it replaced and that replaced it, oldest first; empty for an unknown id. */
  async history(id: string): Promise<MemoryRecord[]> {
    return this.#observed(
      { operation: 'list_memory', recordId: id, records: (records) => records },
      async () => oldestFirst(await historyOf(this.#context.backend, this.name, parseId(id))),
    );
  }

  /**
   * Deletes one memory for good: the record, and the earlier texts that it has replaced (`keepHistory` keeps those).
   * Records that replaced it stay. With a fact go the turns that say it (`keepTurns` keeps those), and it is not learned
   * again until somebody stores it or asks to remember it. Rejects with `not_found` if the scope has no such id. The
   * receipt says whether its bytes have left the store's files already; with `dryRun` it lists what would be deleted,
   * and nothing is.
   */
  async delete(id: string, options: DeleteOptions = {}): Promise<DeleteReceipt> {
    return this.#observed(
      {
        operation: 'delete_memory',
        recordId: id,
        count: ({ removed }) => removed.length,
      },
      async () => (await records()).deleteRecord(this.#context, this.name, { id, options }),
    );
  }

  /**
   * Forgets what is meant: facts about it, turns that say it and assistants' answers that repeat it, as `delete` does
   * for one memory. With `dryRun` the receipt shows what is meant, and nothing is forgotten.
   * @example
   * const { memories } = await ada.forget({ about: 'my pregnancy', dryRun: true });
   */
  async forget(options: ForgetOptions): Promise<ForgetReceipt> {
    return this.#observed(
      {
        operation: 'delete_memory',
        count: ({ removed, turns }) => removed.length + turns.length,
      },
      async () => (await records()).forget(this.#context, this.name, options),
    );
  }

  /** Why a query does or does not find a memory, and if it does, why a recall for the same words leaves it out. */
  async whyNot(query: string, id: string, options: RetrieveOptions = {}): Promise<WhyNot> {
    return this.#observed({ operation: 'explain_memory', query, recordId: id }, () =>
      whyNotRecalled(this.#context, this.name, { text: query, id, options }),
    );
  }

  /** Counts of this scope. */
  async stats(): Promise<MemoryStats> {
    return this.#context.backend.stats(this.name, this.#context.now());
  }

  /**
   * Settles contested memories: the judge decides each pair, or the one that `pair` names, and each decision is
   * carried out in one step. Rejects with `not_found` if that pair is not contested.
   * @example
   * await ada.settle({ pair: [newer.id, older.id], judge: async () => 'update' });
   */
  async settle(options: SettleOptions = {}): Promise<SettleReport> {
    const given = parseOptions(options, settleFields);
    return this.#observed(
      { operation: 'settle_memory', count: ({ decided }) => decided.length },
      async () => (await records()).settle(this.#context, [this.name], given),
    );
  }

  /** Makes facts from new turns of this scope, as `memory.consolidate` does for all scopes. */
  async consolidate(options: ConsolidateOptions = {}): Promise<ConsolidateReport> {
    const given = parseOptions(options, consolidateFields);
    gate({ scope: this.name }, this.#context.secrets);
    return this.#observed(
      { operation: 'consolidate_memory', count: ({ facts }) => facts },
      async () => (await later()).consolidate(this.#context, [this.name], given),
    );
  }

  /** Looks for what is wrong with this scope and with the store's structure, as `memory.doctor` does for all scopes. */
  async doctor(options: DoctorOptions = {}): Promise<DoctorReport> {
    return this.#observed(
      { operation: 'examine_memory', count: ({ records }) => records },
      async () => (await later()).doctor(this.#context, { scope: this.name, options }),
    );
  }

  /** Removes what has expired and, above the cap, the least important records. */
  async prune(options: PruneOptions = {}): Promise<PruneReport> {
    return this.#observed({ operation: 'prune_memory', count: ({ pruned }) => pruned }, async () =>
      (await later()).pruneMemory(this.#context, { scope: this.name, options }),
    );
  }

  /**
   * Deletes the whole scope: records, documents, index entries, audit lines. When it resolves, nobody can read any of
   * it. The receipt says whether its bytes have left the store's files: if another process reads them for longer than
   * the call waits, they are `pending`, and go as soon as it has finished.
   */
  async erase(options: WriteOptions = {}): Promise<EraseReceipt> {
    return this.#observed(
      { operation: 'delete_memory_store', count: ({ records }) => records },
      () => this.#erase(options),
    );
  }

  async #erase(options: WriteOptions): Promise<EraseReceipt> {
    const { backend, apart, logger, makeId, secrets } = this.#context;
    const { value: given } = gate(parseOptions(options, writeFields), secrets);
    const { actor = 'application', reason = 'erased on request' } = given;
    const erasedAt = this.#context.now();
    await this.#context.accesses.flush();
    const line = { at: erasedAt, action: 'erase', scope: this.name, actor, reason } as const;
    const { records, proof, keyDestroyed } = await backend.erase(this.name, line);
    const more = await apart?.erase(this.name, line, { keyDestroyed });
    const receipt = {
      id: makeId(),
      scope: this.name,
      records,
      erasedAt,
      ...(await remainsOf(storesOf(this.#context), { wait: true })),
      verified: [...(proof?.checks ?? []), ...(more?.proof?.checks ?? [])],
      ...(keyDestroyed ? { key: 'destroyed' as const } : {}),
    };
    const { sealReceipt } = await later();
    if (proof?.counts === undefined) return sealReceipt(receipt);
    const { audit } = proof;
    const { stores, documents, versions } = more?.proof?.counts ?? proof.counts;
    const counts = { ...proof.counts, stores, documents, versions };
    const sealed = sealReceipt({ ...receipt, counts, ...(audit === undefined ? {} : { audit }) });
    // The scope is erased even if this fails: verifyReceipt then reports that nothing was noted.
    if (audit !== undefined)
      await backend.noteReceipt?.({ line: audit.line, digest: sealed.hash }).catch((error) => {
        logger.warn('the digest of a receipt could not be noted in the audit', { error });
      });
    return sealed;
  }

  #storeMany(
    inputs: readonly StoreInput[],
    given: () => Parsed<typeof storeManyFields>,
  ): Promise<StoreResult[]> {
    return this.#observed(
      {
        operation: 'upsert_memory',
        outcomes: (results) => results.map(outcomeOf),
        records: (results) =>
          results.map(({ id }, index) => ({ id, content: inputs[index]?.content })),
      },
      async () => {
        const options = given();
        const items = parseItems(this.#context, inputs, options);
        return (await records()).storeMany(this.#context, this.name, items, options);
      },
    );
  }

  #observed<T>(call: MemoryCall<T>, work: () => Promise<T>): Promise<T> {
    return observed(this.#context, { scope: this.name, ...call }, work);
  }
}

const later = () => import('./later.ts');
const records = () => import('../records/later.ts');

function memoriesOf({ profile, facts, passages }: Recalled) {
  return [...profile, ...facts, ...passages.flatMap(({ turns }) => turns)];
}

/** A text that contests another is counted as contested, not only as created. */
function outcomeOf({ outcome, contests }: StoreResult): string {
  return contests === undefined ? outcome : 'contested';
}
