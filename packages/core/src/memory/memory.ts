import type { EngineContext } from '@mneme/engine/context';
import type { AuditEntry } from '@mneme/engine/contract';
import { gate } from '@mneme/engine/gate';
import { parseName, parseOptions } from '@mneme/engine/input';
import { observed, type Telemetry } from '@mneme/engine/telemetry';
import {
  type ConsolidateOptions,
  type ConsolidateReport,
  consolidate,
  consolidateFields,
} from '../consolidation/index.ts';
import { type DoctorOptions, type DoctorReport, doctor } from '../doctor/index.ts';
import { type SettleOptions, type SettleReport, settle } from '../records/index.ts';
import { type ReceiptCheck, verifyReceipt } from './erase-receipt.ts';
import { auditFields, settleAllFields } from './memory-fields.ts';
import { MemoryScope } from './memory-scope.ts';
import { pruneMemory } from './prune-memory.ts';
import { abandonReembed, reembed } from './reembed.ts';
import type {
  MemoryStats,
  PruneOptions,
  PruneReport,
  ReembedOptions,
  ReembedReport,
} from './results.ts';

/** An open memory. Reading and writing goes through a scope; what concerns the whole store is here. */
export class Memory {
  readonly #context: EngineContext;

  /** Made by `createMemory`. */
  constructor(context: EngineContext) {
    this.#context = context;
  }

  /** One tenant: a user, a team, a project. Costs nothing; the name must be 1 to 256 characters. */
  scope(name: string): MemoryScope {
    return new MemoryScope(parseName(name, 'scope'), this.#context);
  }

  /** Whether scopes have `stores`: the backend keeps documents, or one that does was given. */
  get keepsDocuments(): boolean {
    return this.#context.documents !== undefined;
  }

  /** What watches this memory, for the faces that serve it. Undefined where nothing does. */
  get telemetry(): Telemetry | undefined {
    return this.#context.telemetry?.telemetry;
  }

  /** The names of all scopes that hold a record. */
  async scopes(): Promise<string[]> {
    return this.#context.backend.scopes();
  }

  /** Prunes every scope; `maxRecords` is each scope's cap. */
  async prune(options: PruneOptions = {}): Promise<PruneReport> {
    return observed(
      this.#context.telemetry,
      () => ({ operation: 'prune_memory', count: ({ pruned }) => pruned }),
      () => pruneMemory(this.#context, { options }),
    );
  }

  /**
   * Settles what is contested in every scope: the judge is asked about each pair, and what it says is done, each pair in one
   * step. What was settled is contested no more.
   *
   * @example
   * const report = await memory.settle({ judge, maxCalls: 100 });
   */
  async settle(options: Omit<SettleOptions, 'pair'> = {}): Promise<SettleReport> {
    const given = parseOptions(options, settleAllFields);
    return observed(
      this.#context.telemetry,
      () => ({ operation: 'settle_memory', count: ({ decided }) => decided.length }),
      async () => settle(this.#context, await this.#context.backend.scopes(), given),
    );
  }

  /**
   * Makes facts of what was said since the last time, session by session: the extractor is asked about some turns at a
   * time, and what it answers is checked and stored through the conflict rules, with the ids of the turns it rests on.
   * Each turn is read once: a run that was killed is gone on with by repeating it, and two at once share the work. What
   * fails for one session is in the report. Without `scope` in all scopes.
   *
   * @example
   * const { facts, skipped, cost } = await memory.consolidate({ extractor, maxCalls: 1000 });
   */
  async consolidate(options: ConsolidateOptions = {}): Promise<ConsolidateReport> {
    const { scope, ...given } = parseOptions(options, consolidateFields);
    gate({ scope }, this.#context.secrets);
    const scopes = scope === undefined ? await this.#context.backend.scopes() : [scope];
    return observed(
      this.#context.telemetry,
      () => ({ operation: 'consolidate_memory', scope, count: ({ facts }) => facts }),
      () => consolidate(this.#context, scopes, given),
    );
  }

  /** Counts of all scopes. */
  async stats(): Promise<MemoryStats> {
    return this.#context.backend.stats(undefined, this.#context.now());
  }

  /**
   * Changes the embedding model while the memory is in use. The new vectors are built beside the old ones; until all
   * are there the old ones answer, and what this memory writes gets both. Then the store changes over in one step and
   * this memory goes on with the new embedder; other open ones are refused with `embedder_mismatch` and must be opened
   * anew. A call that was cut off is gone on with by repeating it. Rejects with `conflict` while the store is being
   * changed over to a third embedder.
   *
   * @example
   * await memory.reembed({ embedder: transformersEmbedder({ model: 'Xenova/all-MiniLM-L6-v2' }) });
   */
  async reembed(options: ReembedOptions): Promise<ReembedReport> {
    return observed(
      this.#context.telemetry,
      () => ({ operation: 'reembed_memory', count: ({ embedded }) => embedded }),
      () => reembed(this.#context, options),
    );
  }

  /** Drops what a cut-off {@link reembed} to this embedder has built. No error where there is nothing. */
  async abandonReembed(options: Pick<ReembedOptions, 'embedder' | 'signal'>): Promise<void> {
    return abandonReembed(this.#context, options);
  }

  /**
   * Looks for what is wrong with the store: damage, indexes that do not agree, secrets, duplicates and more; see
   * {@link Finding}. Reads everything, page by page, and beside others. `fix` mends what can be mended without a loss.
   *
   * @example
   * const { healthy, findings } = await memory.doctor();
   */
  async doctor(options: DoctorOptions = {}): Promise<DoctorReport> {
    return observed(
      this.#context.telemetry,
      () => ({ operation: 'examine_memory', count: ({ records }) => records }),
      () => doctor(this.#context, options),
    );
  }

  /** What was written and why, newest first, of all scopes or of one. Never holds content. */
  async audit(options: { scope?: string; limit?: number } = {}): Promise<AuditEntry[]> {
    const { scope, limit = 100 } = parseOptions(options, auditFields);
    return this.#context.backend.audit(scope === undefined ? { limit } : { limit, scope });
  }

  /**
   * Checks the receipt of an erasure (the JSON that `scope.erase()` answered), now or years later: that it is as it was
   * given out, that the audit of this store has its line, and that nobody removed or changed a line of the audit.
   */
  async verifyReceipt(receipt: unknown): Promise<ReceiptCheck> {
    return verifyReceipt(this.#context.backend, receipt);
  }

  /** Writes what is pending and releases the store. Further calls reject with `closed`. */
  async close(): Promise<void> {
    this.#context.telemetry?.close();
    await this.#context.accesses.flush();
    const { backend, apart } = this.#context;
    await apart?.close();
    await backend.close();
  }
}
