import type { MemoryStats, PruneOptions, PruneReport } from '../api.js';
import type { AuditEntry } from '../backend.js';
import { parseInteger, parseName, parseObject } from '../input/fields.js';
import type { EngineContext } from './context.js';
import { MemoryScope } from './memory-scope.js';
import { prune } from './prune.js';

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

  /** The names of all scopes that hold a record. */
  async scopes(): Promise<string[]> {
    return this.#context.backend.scopes();
  }

  /** Prunes every scope; `maxRecords` is each scope's cap. */
  async prune(options: PruneOptions = {}): Promise<PruneReport> {
    return prune(this.#context, await this.#context.backend.scopes(), options);
  }

  async stats(): Promise<MemoryStats> {
    return this.#context.backend.stats(undefined, this.#context.now());
  }

  /** What was written and why, newest first, of all scopes or of one. Never holds content. */
  async audit(options: { scope?: string; limit?: number } = {}): Promise<AuditEntry[]> {
    parseObject(options, 'options');
    const limit =
      options.limit === undefined
        ? 100
        : parseInteger(options.limit, 'limit', { min: 1, max: 100_000 });
    return this.#context.backend.audit(
      options.scope === undefined ? { limit } : { limit, scope: parseName(options.scope, 'scope') },
    );
  }

  /** Writes what is pending and releases the store. Further calls reject with `closed`. */
  async close(): Promise<void> {
    await this.#context.accesses.flush();
    await this.#context.backend.close();
  }
}
