import * as langgraph from '@langchain/langgraph-checkpoint';
import { type Memory, MnemeError } from '@mneme/core';
import * as input from '@mneme/core/input';
import { filterOf } from './filter.ts';
import {
  ascending,
  type ItemPut,
  type JsonItem,
  JsonItems,
  type JsonItemsOptions,
} from './json-items.ts';

/** Options of the store. Absent options have the default named here. */
export interface MnemeStoreOptions extends JsonItemsOptions {
  /** The items of a namespace are in the scope `ROOT/label/label`. Default: `langgraph`. */
  root?: string;
}

const optionFields = {
  root: (value: unknown, field: string) => input.parseName(value, field, 64),
  fields: input.listOf(input.parseText),
  ttl: input.form({ defaultTtl: input.numberFrom(0), refreshOnRead: input.parseFlag }),
  clock: input.callback<() => Date>(),
} satisfies input.FieldsOf<MnemeStoreOptions>;

type Put = langgraph.PutOperation & { options?: { ttl?: number } };
type Place = { namespace: string[]; items: JsonItems };
type Found = { place: Place; item: JsonItem; score?: number };

/**
 * LangGraph's store over a memory: persistent, and searched by meaning and words without an `index` to configure. Each
 * namespace is a scope. Close the memory yourself.
 * @example
 * const graph = builder.compile({ store: new MnemeStore(memory) });
 */
export class MnemeStore extends langgraph.BaseStore {
  readonly #memory: Pick<Memory, 'scope' | 'scopes'>;
  readonly #options: ConstructorParameters<typeof JsonItems>[1];
  readonly #root: string;

  /** The memory should have an embedder. The application makes and closes it. */
  constructor(memory: Pick<Memory, 'scope' | 'scopes'>, options: MnemeStoreOptions = {}) {
    super();
    this.#memory = input.having<Memory>('scopes', 'give what createMemory made')(memory, 'memory');
    const { root = 'langgraph', ...given } = input.parseOptions(options, optionFields);
    this.#options = { ...given, nextPlace: ascending(given.clock) };
    this.#root = root;
  }

  /**
   * Reads first, on the state before the batch, then writes: of several puts of one key the last. Everything is checked
   * before anything is written, and the puts of one namespace are written in one step.
   */
  async batch<Op extends langgraph.Operation[]>(
    operations: Op,
  ): Promise<langgraph.OperationResults<Op>> {
    const puts = new Map<string, Map<string, ItemPut>>();
    for (const each of operations) {
      if ('namespace' in each)
        langgraph.validateNamespace(each.namespace, { allowReservedRoot: true });
      if (!('value' in each)) continue;
      const { namespace, options, ...put }: Put = each;
      const name = JSON.stringify(namespace);
      puts.set(name, (puts.get(name) ?? new Map()).set(put.key, { ...put, ttl: options?.ttl }));
    }
    try {
      const results = await Promise.all(
        operations.map(async (each) => {
          if ('value' in each) return undefined;
          if ('key' in each) return this.#get(each);
          return 'namespacePrefix' in each ? this.#search(each) : this.#listNamespaces(each);
        }),
      );
      const plans = [...puts].map(([name, byKey]) =>
        this.#place(JSON.parse(name)).items.plan([...byKey.values()]),
      );
      for (const write of await Promise.all(plans)) await write();
      return results as langgraph.OperationResults<Op>;
    } catch (error) {
      throw inStoreWords(error);
    }
  }

  /** `ttl`: minutes to live. */
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
    const place = this.#place(namespace);
    const [item] = await place.items.list(key);
    if (item === undefined) return null;
    await place.items.refresh(item);
    return searchItem({ place, item });
  }

  async #search(operation: langgraph.SearchOperation): Promise<langgraph.SearchItem[]> {
    const { namespacePrefix, filter, limit = 10, offset = 0, query } = operation;
    const passes = filterOf(filter ?? {});
    if (namespacePrefix.length > 0)
      langgraph.validateNamespace(namespacePrefix, { allowReservedRoot: true });
    const places = (await this.#namespaces())
      .filter((path) => namespacePrefix.every((label, at) => label === path[at]))
      .map((namespace) => this.#place(namespace));
    const wanted = offset + limit;
    const found = new Map<string, Found>();
    const add = (all: readonly Found[]) => {
      for (const each of all)
        if (!found.has(each.item.id) && passes(each.item.value)) found.set(each.item.id, each);
    };
    // A filter is applied after reading, so as much is read as one answer may have.
    const most = filter ? 1000 : Math.min(wanted, 1000);
    if (query && most > 0) add(await retrieveFrom(places, query, most));
    if (found.size < wanted) add(await listFrom(places, { indexedFirst: Boolean(query) }));
    const page = [...found.values()].slice(offset, wanted);
    for (const { place, item } of page) await place.items.refresh(item);
    return page.map(searchItem);
  }

  async #listNamespaces(operation: langgraph.ListNamespacesOperation): Promise<string[][]> {
    const { matchConditions = [], maxDepth, limit = Infinity, offset = 0 } = operation;
    const matches = (path: string[]) => matchConditions.every((each) => isAt(path, each));
    const all = (await this.#namespaces()).filter(matches);
    const byName = Map.groupBy(all, (path) => path.slice(0, maxDepth).join(':'));
    const filled: string[][] = [];
    for (const [, paths] of [...byName].sort(([a], [b]) => a.localeCompare(b))) {
      if (filled.length >= offset + limit) break;
      // A scope may have only expired records and history.
      const found = await Promise.all(paths.map((path) => this.#place(path).items.any()));
      if (found.some((item) => item !== undefined)) filled.push(paths[0]?.slice(0, maxDepth) ?? []);
    }
    return filled.slice(offset);
  }

  async #namespaces(): Promise<string[][]> {
    const all = (await this.#memory.scopes()).map((name) => namespaceOf(this.#root, name));
    return all.filter((namespace) => namespace !== undefined);
  }

  #place(namespace: string[]): Place {
    const scope = this.#memory.scope(scopeNameOf(this.#root, namespace));
    return { namespace, items: new JsonItems(scope, this.#options) };
  }
}

/** Best first. Scores of several scopes cannot be compared, but relevance can. */
async function retrieveFrom(places: readonly Place[], query: string, limit: number) {
  const alone = places.length === 1;
  const hits = await Promise.all(
    places.map(async (place) => {
      const items = await place.items.retrieve(query, limit);
      return items.map((item) => ({ place, item, score: alone ? item.score : item.relevance }));
    }),
  );
  return alone ? hits.flat() : hits.flat().sort((one, other) => other.score - one.score);
}

/** In the order in which namespaces and items were created; `indexedFirst`: items that no query finds come last. */
async function listFrom(places: readonly Place[], { indexedFirst }: { indexedFirst: boolean }) {
  const all = await Promise.all(
    places.map(async (place) => (await place.items.list()).map((item) => ({ place, item }))),
  );
  const rank = ({ item }: Found) => (indexedFirst && !item.indexed ? 1 : 0);
  return all.flat().sort((one, other) => {
    const [[began, own], [otherBegan, otherOwn]] = [one.item.place, other.item.place];
    return rank(one) - rank(other) || began - otherBegan || own - otherOwn;
  });
}

function searchItem({ place, item, score }: Found): langgraph.SearchItem {
  const { value, key, createdAt, updatedAt } = item;
  const times = { createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) };
  return { value, key, namespace: [...place.namespace], ...times, score };
}

function isAt(namespace: string[], { matchType, path }: langgraph.MatchCondition): boolean {
  const longer = namespace.length - path.length;
  const from = matchType === 'suffix' ? longer : 0;
  return longer >= 0 && path.every((label, at) => label === '*' || label === namespace[from + at]);
}

/** LangGraph's names of the engine's fields. */
const own = { scope: 'namespace', 'source.externalId': 'key', metadata: 'value', expiresAt: 'ttl' };

function inStoreWords(error: unknown): unknown {
  if (!MnemeError.isInstance(error) || error.faults.length === 0) return error;
  const name = (field: string) => own[field as never] ?? field.replace(/^metadata\./, '');
  return new MnemeError(error.code, error.worded({ name }), { cause: error });
}

/** The scope for the items of a namespace. Different namespaces give different scopes. */
function scopeNameOf(root: string, namespace: readonly string[]): string {
  return [root, ...namespace.map((label) => input.escapeName(label).replaceAll('/', '%2F'))].join(
    '/',
  );
}

/** Undefined for a scope that is not the store's. */
function namespaceOf(root: string, scope: string): string[] | undefined {
  if (!scope.startsWith(`${root}/`)) return undefined;
  try {
    const labels = scope.slice(root.length + 1).split('/');
    const namespace = labels.map((label) => decodeURIComponent(label));
    return scopeNameOf(root, namespace) === scope ? namespace : undefined;
  } catch {
    return undefined; // A name of the application that starts like the store's own.
  }
}
