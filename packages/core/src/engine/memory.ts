import type { MemoryStats, PruneOptions, PruneReport } from '../api.js';
import type { AuditEntry } from '../backend.js';
import { MnemeError } from '../errors/mneme-error.js';
import { parseInteger, parseName, parseObject } from '../input/fields.js';
import { Keys } from '../keys/keys.js';
import type { EngineContext } from './context.js';
import { MemoryScope } from './memory-scope.js';
import { prune } from './prune.js';
import { pruneDocuments } from './prune-documents.js';

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

  /** The keys of a server over this memory. Throws `unsupported` where the backend keeps none. */
  get keys(): Keys {
    const { backend } = this.#context;
    if (backend.keys !== undefined)
      return new Keys(backend.keys, { now: () => this.#context.now() });
    throw new MnemeError(
      'unsupported',
      `the ${backend.name} backend keeps no keys: use a SQLite file for them`,
    );
  }

  /** The names of all scopes that hold a record. */
  async scopes(): Promise<string[]> {
    return this.#context.backend.scopes();
  }

  /** Prunes every scope; `maxRecords` is each scope's cap. */
  async prune(options: PruneOptions = {}): Promise<PruneReport> {
    const report = await prune(this.#context, await this.#context.backend.scopes(), options);
    return pruneDocuments(this.#context, { report, options });
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
    const { backend, documents } = this.#context;
    await documents?.close();
    await backend.close();
  }
}
