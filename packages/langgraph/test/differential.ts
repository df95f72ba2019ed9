import { InMemoryStore, type Item, type Operation } from '@langchain/langgraph-checkpoint';
import { staticEmbedder } from '@mneme/embedders';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openMemory } from '../../../test/memory.ts';
import { randomFrom } from '../../../tools/random.mjs';
import { MnemeStore } from '../src/index.ts';

/** Each seed begins with empty stores. */
const batchesOfSeed = 100;

const embedder = staticEmbedder();

/** For the official store. */
const embeddings = {
  embedQuery: async (text: string) => [
    ...((await embedder.embed([text], { kind: 'query' }))[0] ?? []),
  ],
  embedDocuments: async (texts: string[]) =>
    (await embedder.embed(texts, { kind: 'passage' })).map((vector) => [...vector]),
};

/**
 * LangGraph's own store without three of its bugs: a namespace is still listed after its last item is deleted; a
 * deleted or replaced value is still found by its vectors; and a search with a query ignores its offset for items
 * without a vector, so here such a search returns everything.
 */
class OfficialStore extends InMemoryStore {
  constructor() {
    super({ index: { dims: 256, embeddings: embeddings as never } });
  }

  override async batch<Op extends readonly Operation[]>(operations: Op) {
    const { data, vectors } = this as unknown as Record<string, Map<string, Map<string, unknown>>>;
    const results: unknown[] = [];
    for (const operation of operations) {
      const all = 'query' in operation ? { offset: 0, limit: 1_000_000 } : {};
      const [read] = 'value' in operation ? [] : await super.batch([{ ...operation, ...all }]);
      results.push(structuredClone(read));
    }
    const puts = operations.filter((operation) => 'value' in operation);
    for (const { namespace, key } of puts) vectors?.get(namespace.join(':'))?.delete(key);
    await super.batch(puts);
    for (const [name, items] of data ?? []) if (items.size === 0) data?.delete(name);
    return results as never;
  }
}

function choicesFrom(seed: number) {
  const next = randomFrom(seed);
  return {
    below: (limit: number) => Math.floor(next() * limit),
    one: <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T,
    chance: (share: number) => next() < share,
  };
}
type Random = ReturnType<typeof choicesFrom>;

const labels = ['a', 'a', 'ab', 'b', ' Ada L', 'x/y', 'x%2Fy', '用户', 'langgraph'];
const keys = ['k1', 'k2', 'k 3', 'K1', 'ключ', '', '__proto__', 'a/b', 'source.key'];
const words = ['tea', 'coffee', 'heron', 'project', 'deadline', 'Berlin', '茶', 'allergy', 'walk'];
const scores = [0, 1, 2.5, -3, 1e12, '5', null];

const phrase = (random: Random) => `${random.one(words)} ${random.one(words)}`;

/** Values per field, so that filters match stored values. */
const fields: Record<string, (random: Random) => unknown> = {
  text: phrase,
  kind: (random) => random.one(['red', 'blue', '5', '']),
  score: (random) => random.one(scores),
  done: (random) => random.one([true, false, null]),
  tags: (random) => Array.from({ length: random.below(4) }, () => phrase(random)),
  more: (random) => ({ title: phrase(random), 'source.x': { deep: [random.one(scores)] } }),
  'source.x': phrase,
  facts: (random) => random.one([[], {}, 'facts']),
};

function value(random: Random): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, make]) =>
      random.chance(0.4) ? [[name, make(random)]] : [],
    ),
  );
}

function namespace(random: Random): string[] {
  return Array.from({ length: random.one([1, 1, 2, 3]) }, () => random.one(labels));
}

const operators = ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$in', '$nin'];

function filter(random: Random): Record<string, unknown> {
  const plain = ['score', 'score', 'kind', 'done', 'text', 'missing'];
  return Object.fromEntries(
    Array.from({ length: 1 + random.below(2) }, () => {
      const field = random.one(plain);
      const operand = () => (random.chance(0.8) ? fields[field] : fields.score)?.(random);
      if (random.chance(0.3)) return [field, random.one([operand(), operand(), undefined, {}])];
      const chosen = Array.from({ length: random.one([1, 1, 2]) }, () => random.one(operators));
      const wanted = chosen.map((name) => [
        name,
        name.endsWith('in') ? [operand(), operand()] : operand(),
      ]);
      return [field, Object.fromEntries(wanted)];
    }),
  );
}

function operation(random: Random): Operation {
  const kind = random.below(10);
  const place = { namespace: namespace(random), key: random.one(keys) };
  if (kind < 4) {
    const index = random.one([
      undefined,
      undefined,
      undefined,
      false as const,
      ['text'],
      ['tags[*]', 'more.title'],
      ['tags[-1]', 'more.nothing'],
    ]);
    return { ...place, value: value(random), ...(index === undefined ? {} : { index }) };
  }
  if (kind === 4) return { ...place, value: null };
  if (kind === 5) return place;
  if (kind === 6) {
    const matchConditions = Array.from({ length: random.below(3) }, () => ({
      matchType: random.one(['prefix', 'suffix'] as const),
      path: Array.from({ length: random.below(3) }, () => random.one(['*', ...labels])),
    }));
    return {
      matchConditions,
      limit: random.one([1, 3, 100]),
      offset: random.below(3),
      ...(random.chance(0.5) ? { maxDepth: 1 + random.below(3) } : {}),
    };
  }
  return {
    namespacePrefix: random.chance(0.5) ? [] : namespace(random).slice(0, 2),
    ...(random.chance(0.5) ? { filter: filter(random) } : {}),
    ...(random.chance(0.8) ? { limit: random.one([0, 1, 3, 10, 100]) } : {}),
    ...(random.chance(0.4) ? { offset: random.below(6) } : {}),
    ...(random.chance(0.4) ? { query: phrase(random) } : {}),
  };
}

/** Compares with a page of the official store's full result: scored items first, in any order among equals. */
function expectPage(ours: Item[], all: (Item & { score?: number })[], { offset = 0, limit = 10 }) {
  const scored = all.filter(({ score }) => score !== undefined);
  const idOf = ({ namespace, key }: Item) => JSON.stringify([namespace, key]);
  const page = ours.map(({ ...item }: Item & { score?: number }) => {
    delete item.score;
    return item;
  });
  const expected = all.slice(offset, offset + limit).map(({ score: _, ...item }) => item);
  const cut = Math.max(0, scored.length - offset);
  expect(page.slice(cut)).toEqual(expected.slice(cut));
  expect(page).toHaveLength(expected.length);
  expect(new Set(page.map(idOf)).size).toBe(page.length);
  const wanted = new Map(scored.map(({ score: _, ...item }) => [idOf(item), item]));
  for (const item of page.slice(0, cut)) expect(item).toEqual(wanted.get(idOf(item)));
}

/** Compares the answers to this number of random batches. */
export function itAnswersLikeTheOfficialStore(batches: number): void {
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T09:00:00.000Z') });
  });
  afterAll(() => {
    vi.useRealTimers();
  });

  const seeds = Array.from({ length: Math.ceil(batches / batchesOfSeed) }, (_, at) => at + 1);
  it.each(seeds)(
    'the store returns the same as the official one in memory, for random batches (seed %i)',
    async (seed) => {
      const random = choicesFrom(seed);
      const memory = await openMemory();
      const [ours, official] = [new MnemeStore(memory), new OfficialStore()];
      for (let count = 0; count < Math.min(batches, batchesOfSeed); count++) {
        vi.setSystemTime(Date.now() + 1000);
        const batch = Array.from({ length: 1 + random.below(6) }, () => operation(random));
        const [answers, expected] = [await ours.batch(batch), await official.batch(batch)];
        for (const [at, asked] of batch.entries()) {
          const [answer, wanted] = [answers[at], expected[at]] as unknown[] as [Item[], Item[]];
          const context = `seed ${seed}, batch ${count}: ${JSON.stringify(batch)}, operation ${at}`;
          if ('value' in asked) expect(answer, context).toBeUndefined();
          else if ('query' in asked) expectPage(answer, wanted, asked);
          else expect(answer, context).toEqual(wanted);
        }
      }
      await memory.close();
    },
  );
}
