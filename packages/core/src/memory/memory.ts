import type { AuditEntry, Compaction } from '@mneme/contract';
import { type EngineContext, storesOf, uncounted } from '@mneme/contract/context';
import { parseName, parseOptions } from '@mneme/contract/input';
import { observed, type Telemetry } from '@mneme/contract/telemetry';
import {
  type ConsolidateOptions,
  type ConsolidateReport,
  consolidateFields,
} from '../consolidation/index.ts';
import type { DoctorOptions, DoctorReport } from '../doctor/index.ts';
import type { SettleOptions, SettleReport } from '../records/index.ts';
import type { ReceiptCheck } from './erase-receipt.ts';
import { auditFields, compactFields, scopeFields, settleAllFields } from './memory-fields.ts';
import type {
  CompactOptions,
  MemoryStats,
  PruneOptions,
  PruneReport,
  ReembedOptions,
  ReembedReport,
} from './memory-options.ts';
import { MemoryScope } from './memory-scope.ts';

/** An open memory. Reading and writing goes through a scope; calls about the whole store are here. */
export class Memory {
  readonly #context: EngineContext;
  /** Names of stored scopes that are not composed (NFC): records from before names were composed are in them. */
  readonly #decomposed = new Set<string>();
  #closed = false;

  /** Made by `createMemory`. */
  constructor(context: EngineContext) {
    this.#context = context;
  }

  /**
   * One scope: a user, a team, a project. Costs nothing; the name must have 1 to 256 characters. Composed and decomposed
   * characters are one (`é` as one character or two), except in a name that `scopes()` has returned.
   * With `countReads: false` reading leaves no trace: it is no recall of a memory, and no use of a document.
   */
  scope(name: string, options: { countReads?: boolean } = {}): MemoryScope {
    const { countReads = true } = parseOptions(options, scopeFields);
    const context = this.#context;
    return new MemoryScope(
      this.#scopeName(parseName(name, 'scope')),
      countReads ? context : { ...context, accesses: uncounted(context.accesses) },
    );
  }

  #scopeName(given: string): string {
    return this.#decomposed.has(given) ? given : given.normalize();
  }

  /** Whether scopes have `stores`: the backend supports documents, or another one for documents was given. */
  get keepsDocuments(): boolean {
    return this.#context.documents !== undefined;
  }

  /** This memory's telemetry, for the packages that serve it. Undefined if there is none. */
  get telemetry(): Telemetry | undefined {
    return this.#context.telemetry?.telemetry;
  }

  /** The names of all scopes with a record. */
  async scopes(): Promise<string[]> {
    const names = await this.#context.backend.scopes();
    for (const name of names) if (name !== name.normalize()) this.#decomposed.add(name);
    return names;
  }

  /** Prunes every scope; `maxRecords` is each scope's cap. */
  async prune(options: PruneOptions = {}): Promise<PruneReport> {
    return observed(
      this.#context,
      { operation: 'prune_memory', count: ({ pruned }) => pruned },
      async () => (await later()).pruneMemory(this.#context, { options }),
    );
  }

  /**
   * Settles the contested memories of every scope: the judge decides each pair, and each decision is carried out in one
   * step. Settled pairs are no longer contested.
   * @example
   * const report = await memory.settle({ judge, maxCalls: 100 });
   */
  async settle(options: Omit<SettleOptions, 'pair'> = {}): Promise<SettleReport> {
    const given = parseOptions(options, settleAllFields);
    return observed(
      this.#context,
      { operation: 'settle_memory', count: ({ decided }) => decided.length },
      async () => {
        const { settle } = await import('../records/later.ts');
        return settle(this.#context, await this.#context.backend.scopes(), given);
      },
    );
  }

  /**
   * Makes facts from new turns, session by session: the extractor reads some turns at a time, and its facts are checked
   * and stored through the conflict rules, with the ids of their turns. Each turn is read once: repeat a killed run to
   * continue it; two runs at once share the work. The report lists sessions that failed. All scopes;
   * `scope.consolidate` reads one.
   * @example
   * const { facts, skipped, cost } = await memory.consolidate({ extractor, maxCalls: 1000 });
   */
  async consolidate(options: ConsolidateOptions = {}): Promise<ConsolidateReport> {
    const given = parseOptions(options, consolidateFields);
    return observed(
      this.#context,
      { operation: 'consolidate_memory', count: ({ facts }) => facts },
      async () =>
        (await later()).consolidate(this.#context, await this.#context.backend.scopes(), given),
    );
  }

  /** Counts of all scopes. */
  async stats(): Promise<MemoryStats> {
    return this.#context.backend.stats(undefined, this.#context.now());
  }

  /**
   * Changes the embedding model while the memory is in use. The new vectors are built beside the old ones; until all
   * are ready, the old ones answer and writes get both. Then the store switches in one step and this memory goes on
   * with the new embedder; other open memories are refused with `embedder_mismatch` and must be opened again. Repeat an
   * interrupted call to continue it. Rejects with `conflict` while the store is being changed to a third embedder.
   * @example
   * await memory.reembed({ embedder: transformersEmbedder({ model: 'Xenova/all-MiniLM-L6-v2' }) });
   */
  async reembed(options: ReembedOptions): Promise<ReembedReport> {
    return observed(
      this.#context,
      { operation: 'reembed_memory', count: ({ embedded }) => embedded },
      async () => (await later()).reembed(this.#context, options),
    );
  }

  /** Drops what an interrupted {@link reembed} to this embedder has built. No error if there is nothing. */
  async abandonReembed(options: Pick<ReembedOptions, 'embedder' | 'signal'>): Promise<void> {
    return (await later()).abandonReembed(this.#context, options);
  }

  /**
   * Looks for what is wrong with the store: damage, inconsistent indexes, secrets, duplicates and more; see
   * {@link Finding}. Reads everything, page by page, while others work. `fix` mends what can be mended without loss.
   * @example
   * const { healthy, findings } = await memory.doctor();
   */
  async doctor(options: DoctorOptions = {}): Promise<DoctorReport> {
    return observed(
      this.#context,
      { operation: 'examine_memory', count: ({ records }) => records },
      async () => (await later()).doctor(this.#context, { options }),
    );
  }

  /**
   * Gives the room of removed data back to the system: one answer for each store of this memory that can. Writers
   * may have to wait meanwhile, so call it when few write.
   * @example
   * const [{ outcome }] = await memory.compact({ freeShare: 0.5 });
   */
  async compact(options: CompactOptions = {}): Promise<Compaction[]> {
    const { freeShare = 0 } = parseOptions(options, compactFields);
    const stores = storesOf(this.#context);
    const done = stores.map((store) => store.compact?.({ freeShare }));
    return (await Promise.all(done)).filter((each) => each !== undefined);
  }

  /** What was written and why, newest first, of all scopes or of one. Never contains content. */
  async audit(options: { scope?: string; limit?: number } = {}): Promise<AuditEntry[]> {
    const { scope, limit = 100 } = parseOptions(options, auditFields);
    const of = scope === undefined ? {} : { scope: this.#scopeName(scope) };
    return this.#context.backend.audit({ limit, ...of });
  }

  /**
   * Checks the receipt of an erasure (the JSON that `scope.erase()` returned), now or years later: that it is
   * unchanged, that the audit of this store has its line, and that nobody removed or changed a line of the audit.
   */
  async verifyReceipt(receipt: unknown): Promise<ReceiptCheck> {
    return (await later()).verifyReceipt(this.#context.backend, receipt);
  }

  /** Whether {@link close} was called. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Writes pending data and releases the store. Further calls reject with `closed`. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#context.telemetry?.close();
    await this.#context.accesses.flush();
    const { backend, apart } = this.#context;
    await apart?.close();
    await backend.close();
  }
}

const later = () => import('./later.ts');
