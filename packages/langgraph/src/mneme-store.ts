import * as langgraph from '@langchain/langgraph-checkpoint';
import { withinBytes } from '@mneme/agent';
import {
  type Memory,
  type MemoryScope,
  MnemeError,
  type StoreInput,
  type Where,
} from '@mneme/core';
import * as input from '@mneme/core/input';
import { filterOf } from './filter.ts';
import { escapeName, namespaceOf, scopeNameOf } from './scope-names.ts';
import {
  endOf,
  indexedTag,
  inOrder,
  inputOf,
  itemOf,
  readItem,
  type StoredItem,
} from './stored-item.ts';

/** How the store keeps items. What is absent has the default that is named here. */
export interface MnemeStoreOptions {
  /** The items of a namespace are in the scope `ROOT/label/label`. Default: `langgraph`. */
  root?: string;
  /** What searches read of a value where a put does not say, such as `notes[*].text`. Default: `['$']`, all of it. */
  fields?: string[];
  /** When items end, as `PostgresStore` has it. Default: never. */
  ttl?: {
    /** Minutes, of items that are put without a `ttl` of their own. */
    defaultTtl?: number;
    /** An item that is read lives as long again. */
    refreshOnRead?: boolean;
  };
  /** The memory's own clock, where it was given one. */
  clock?: () => Date;
}

const parseMinutes = input.numberFrom(0);
const optionFields = {
  root: (value: unknown, field: string) => input.parseName(value, field, 64),
  fields: input.listOf(input.parseText),
  ttl: input.form({ defaultTtl: parseMinutes, refreshOnRead: input.parseFlag }),
  clock: input.callback<() => Date>(),
} satisfies input.FieldsOf<MnemeStoreOptions>;

type Put = langgraph.PutOperation & { options?: { ttl?: number } };

/** The most that one search, or one page, reads of a namespace. */
const most = 1000;
const by = { actor: 'langgraph' };

/**
 * LangGraph's store over a memory: persistent, and searched by meaning and words without an `index` to configure. Each
 * namespace is a scope. The memory stays yours to close.
 *
 * @example
 * const graph = builder.compile({ store: new MnemeStore(memory) });
 */
export class MnemeStore extends langgraph.BaseStore {
  readonly #memory: Pick<Memory, 'scope' | 'scopes'>;
  readonly #options: MnemeStoreOptions;
  readonly #root: string;
  #lastPlace = 0;

  /** `memory` has an embedder; both are the application's own. */
  constructor(memory: Pick<Memory, 'scope' | 'scopes'>, options: MnemeStoreOptions = {}) {
    super();
    this.#memory = input.having<Memory>('scopes', 'give what createMemory made')(memory, 'memory');
    this.#options = input.parseOptions(options, optionFields);
    this.#root = this.#options.root ?? 'langgraph';
  }

  /**
   * Reads first, on the state before the batch, then writes: of several puts of one key the last. All is checked before
   * anything is written, and what is put into one namespace is written in one step.
   */
  async batch<Op extends langgraph.Operation[]>(
    operations: Op,
  ): Promise<langgraph.OperationResults<Op>> {
    const puts = new Map<string, Put>();
    for (const each of operations) {
      if ('namespace' in each)
        langgraph.validateNamespace(each.namespace, { allowReservedRoot: true });
      if ('value' in each) puts.set(JSON.stringify([each.namespace, each.key]), each);
    }
    try {
      const results = await Promise.all(
        operations.map(async (each) => {
          if ('value' in each) return undefined;
          if ('key' in each) return this.#get(each);
          return 'namespacePrefix' in each ? this.#search(each) : this.#listNamespaces(each);
        }),
      );
      const groups = Map.groupBy(puts.values(), ({ namespace }) => this.#scope(namespace).name);
      const writes = await Promise.all([...groups.values()].map((group) => this.#plan(group)));
      for (const write of writes) await write();
      return results as langgraph.OperationResults<Op>;
    } catch (error) {
      throw inStoreWords(error);
    }
  }

  /** `ttl`: minutes until the item ends. */
  override async put(
    namespace: string[],
    key: string,
    value: Record<string, unknown>,
    index?: false | string[],
    options?: { ttl?: number },
  ): Promise<void> {
    langgraph.validateNamespace(namespace);
    await this.batch<[Put]>([{ namespace, key, value, index, options }]);
  }

  async #get({ namespace, key }: langgraph.GetOperation): Promise<langgraph.Item | null> {
    const [found] = await itemsOf(this.#scope(namespace), key);
    if (found === undefined) return null;
    await this.#refresh([found]);
    const { score: _, ...item } = itemOf(found);
    return item;
  }

  async #search(operation: langgraph.SearchOperation): Promise<langgraph.SearchItem[]> {
    const { namespacePrefix, filter, limit = 10, offset = 0, query } = operation;
    const passes = filterOf(filter ?? {});
    if (namespacePrefix.length > 0)
      langgraph.validateNamespace(namespacePrefix, { allowReservedRoot: true });
    const name = scopeNameOf(this.#root, namespacePrefix);
    const scopes = (await this.#memory.scopes())
      .filter((each) => each === name || each.startsWith(`${name}/`))
      .map((each) => this.#memory.scope(each));
    const wanted = offset + limit;
    const found = new Map<string, StoredItem>();
    const add = (items: readonly StoredItem[]) => {
      for (const item of items)
        if (!found.has(item.id) && passes(item.value)) found.set(item.id, item);
    };
    // What a filter will drop is not known before it is read.
    if (query) add(await retrieveFrom(scopes, query, filter ? most : Math.min(wanted, most)));
    if (found.size < wanted) {
      // What the query did not find comes behind.
      const all = await Promise.all(scopes.map((scope) => itemsOf(scope)));
      add(inOrder(all.flat(), { indexedFirst: Boolean(query) }));
    }
    const page = [...found.values()].slice(offset, wanted);
    await this.#refresh(page);
    return page.map(itemOf);
  }

  async #listNamespaces(operation: langgraph.ListNamespacesOperation): Promise<string[][]> {
    const { matchConditions = [], maxDepth, limit = Infinity, offset = 0 } = operation;
    const all = (await this.#memory.scopes()).flatMap((scope) => {
      const path = namespaceOf(this.#root, scope);
      return path && matchConditions.every((each) => isAt(path, each)) ? [path] : [];
    });
    const filled = new Map<string, string[]>();
    const byName = Map.groupBy(all, (path) => path.slice(0, maxDepth).join(':'));
    for (const name of [...byName.keys()].sort((a, b) => a.localeCompare(b)))
      for (const path of byName.get(name) ?? []) {
        if (filled.has(name) || filled.size >= offset + limit) break;
        // All that a scope holds may have ended, or be history.
        const { memories } = await this.#scope(path).list({ limit: 1 });
        if (memories.length > 0) filled.set(name, path.slice(0, maxDepth));
      }
    return [...filled.values()].slice(offset);
  }

  /** Checks puts into one namespace, and answers what writes them. */
  async #plan(puts: readonly Put[]): Promise<() => Promise<void>> {
    const scope = this.#scope(puts[0]?.namespace ?? []);
    const known = await Promise.all(puts.map(async ({ key }) => (await itemsOf(scope, key))[0]));
    const { memories } = await scope.list({ limit: 1 });
    const { ttl: { defaultTtl } = {}, clock = () => new Date(), fields = ['$'] } = this.#options;
    const updatedAt = clock().toISOString();
    let began = memories.flatMap(readItem)[0]?.facts.place[0];
    const inputs: StoreInput[] = [];
    for (const [at, put] of puts.entries()) {
      if (put.value === null) continue;
      const { namespace, key, options } = put;
      const ttl = options?.ttl === undefined ? defaultTtl : parseMinutes(options.ttl, 'ttl');
      this.#lastPlace = Math.max(this.#lastPlace + 1, Date.parse(updatedAt) * 1000);
      began ??= this.#lastPlace;
      const fresh = { createdAt: updatedAt, place: [began, this.#lastPlace] as [number, number] };
      const { createdAt, place } = known[at]?.facts ?? fresh;
      const facts = { namespace, key, createdAt, updatedAt, place, ttl };
      const made = inputOf(put, facts, fields);
      scope.check(made);
      inputs.push(made);
    }
    return async () => {
      for (const [at, { value }] of puts.entries())
        if (value === null && known[at]) await unlessGone(scope.delete(known[at].id, by));
      if (inputs.length === 0) return;
      const results = await scope.storeMany(inputs, { onConflict: 'keepBoth', ...by });
      for (const [at, { id, outcome }] of results.entries()) {
        const { expiresAt } = inputs[at] ?? {};
        // A text that is said again keeps the later end of both.
        if (outcome === 'confirmed' && expiresAt)
          await unlessGone(scope.update(id, { expiresAt }, by));
      }
    };
  }

  async #refresh(items: readonly StoredItem[]): Promise<void> {
    const { ttl, clock = () => new Date() } = this.#options;
    if (ttl?.refreshOnRead !== true) return;
    for (const { id, facts } of items) {
      const expiresAt = endOf(facts, clock());
      if (expiresAt) await unlessGone(this.#scope(facts.namespace).update(id, { expiresAt }, by));
    }
  }

  #scope(namespace: readonly string[]): MemoryScope {
    return this.#memory.scope(scopeNameOf(this.#root, namespace));
  }
}

/** All items of a namespace, or that of one key, in no promised order. */
async function itemsOf(scope: MemoryScope, key?: string): Promise<StoredItem[]> {
  const where: Where = key === undefined ? {} : { 'source.externalId': escapeName(key, 'key') };
  const items: StoredItem[] = [];
  let cursor: string | undefined;
  do {
    const page = await scope.list({ where, limit: most, cursor });
    items.push(...page.memories.flatMap(readItem));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return items;
}

/** Best first. Scores of several scopes cannot be compared; how surely their memories answer can. */
async function retrieveFrom(scopes: readonly MemoryScope[], text: string, limit: number) {
  if (limit < 1) return [];
  const answers = await Promise.all(
    scopes.map((scope) =>
      scope.retrieve(withinBytes(text, scope.maxQueryBytes), { limit, tags: [indexedTag] }),
    ),
  );
  const hits = answers.flatMap(({ memories }) =>
    memories.flatMap((memory) => {
      const score = scopes.length === 1 ? memory.score : memory.relevance;
      return readItem(memory).map((item) => ({ ...item, score }));
    }),
  );
  return scopes.length === 1 ? hits : hits.sort((one, other) => other.score - one.score);
}

function isAt(
  namespace: readonly string[],
  { matchType, path }: langgraph.MatchCondition,
): boolean {
  const from = matchType === 'suffix' ? namespace.length - path.length : 0;
  return (
    path.length <= namespace.length &&
    path.every((label, at) => label === '*' || label === namespace[from + at])
  );
}

/** What another writer has removed or replaced meanwhile needs nothing more. */
async function unlessGone(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!MnemeError.isInstance(error) || !/^(not_found|conflict)$/.test(error.code)) throw error;
  }
}

const ownNames: Readonly<Record<string, string>> = {
  scope: 'namespace',
  'source.externalId': 'key',
  metadata: 'value',
  content: 'the indexed text',
  expiresAt: 'ttl',
};

/** The engine's faults in the names that a caller of a store knows. */
function inStoreWords(error: unknown): unknown {
  if (!MnemeError.isInstance(error) || error.faults.length === 0) return error;
  const name = (field: string) => ownNames[field] ?? field.replace(/^metadata\./, '');
  return new MnemeError(error.code, error.worded({ name }), { cause: error });
}
