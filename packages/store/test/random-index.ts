import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SearchResponse } from '@mneme/core/backend';
import { sqliteRows } from '@mneme/sqlite';
import { afterEach, beforeEach, expect } from 'vitest';
import { type StoreBackend, storeBackend } from '../src/index.ts';
import type { Row, Rows } from '../src/rows/rows.ts';
import {
  randomNumbers,
  recordId,
  stored,
  testEmbedder,
  testScope,
  times,
  unitVector,
  withoutIndexData,
} from './suites/records/builders.ts';
import { everything, put, remove } from './suites/records/steps.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'index-'));
});
afterEach(() => rm(folder, { recursive: true }));

export const fileRows = () => sqliteRows({ path: join(folder, 'rows.db'), durability: 'normal' });

export async function opened(rows: Rows): Promise<StoreBackend> {
  const backend = storeBackend(rows);
  await backend.open({ embedder: testEmbedder });
  return backend;
}

/** The same rows for a store that has never heard of segments. */
export function withoutSegments(rows: Rows): Rows {
  return {
    name: rows.name,
    open: (tables) => rows.open(tables),
    close: () => rows.close(),
    async read(scope, questions) {
      const answers = await rows.read(scope, questions);
      return answers.map((answer, at) => (questions[at]?.table === 'segments' ? [] : answer));
    },
    write: async (scope, batch) =>
      batch.put?.segments === undefined ? rows.write(scope, batch) : true,
  };
}

export async function segmentsIn(rows: Rows): Promise<Row[]> {
  const [segments = []] = await rows.read(testScope, [{ table: 'segments', is: [testScope] }]);
  return segments;
}

/** Rows of the file, and how many of them indexes have read one by one. */
export function countedRows(): { rows: Rows; rowsRead(): number } {
  const rows = fileRows();
  let count = 0;
  const read = rows.read.bind(rows);
  rows.read = async (scope, questions) => {
    const answers = await read(scope, questions);
    for (const [at, { index }] of questions.entries())
      if (index === 'by_number' && !('any' in (questions[at] ?? {})))
        count += answers[at]?.length ?? 0;
    return answers;
  };
  return { rows, rowsRead: () => count };
}

/** Random writes of one scope by several stores. */
export class Writes {
  readonly next: () => number;
  #last = 0;
  #live: number[] = [];

  constructor(seed: number) {
    this.next = randomNumbers(seed);
  }

  upTo(most: number): number {
    return Math.floor(this.next() * most);
  }

  text(): string {
    return times(6, () => `w${Math.floor(60 ** this.next())}`).join(' ');
  }

  vector(): Float32Array {
    return unitVector(...times(testEmbedder.dimensions, () => this.next() - 0.5));
  }

  #some(most: number): number[] {
    return [
      ...new Set(times(1 + this.upTo(most), () => this.#live[this.upTo(this.#live.length)])),
    ].filter((number) => number !== undefined);
  }

  async add(backend: StoreBackend, count: number): Promise<void> {
    const numbers = times(count, () => ++this.#last);
    this.#live.push(...numbers);
    await put(
      backend,
      numbers.map((number) => this.#stored(number)),
    );
  }

  #stored(number: number) {
    const vector = this.next() < 0.1 ? undefined : this.vector();
    return stored({ id: recordId(number), content: this.text(), vector });
  }

  async remove(backend: StoreBackend, most: number): Promise<void> {
    const gone = new Set(this.#some(most));
    this.#live = this.#live.filter((number) => !gone.has(number));
    await remove(backend, Array.from(gone, recordId));
  }

  async change(backend: StoreBackend): Promise<void> {
    const numbers = this.#some(30);
    if (numbers.length > 0)
      await put(
        backend,
        numbers.map((number) => this.#stored(number)),
      );
  }

  /** Without new terms or vectors. */
  async edit(backend: StoreBackend, most: number): Promise<void> {
    const ids = this.#some(most).map(recordId);
    const found = await backend.get(testScope, ids);
    const importance = 1 + this.upTo(5);
    const puts = found.map(({ record }) =>
      withoutIndexData({
        record: { ...record, importance, version: record.version + 1 },
        contentKey: 'edited',
      } as never),
    );
    if (puts.length > 0) await put(backend, puts);
  }

  async erase(backend: StoreBackend): Promise<void> {
    const at = '2026-03-01T12:00:00.000Z';
    this.#live = [];
    await backend.erase(testScope, { scope: testScope, at, action: 'erase' } as never);
  }

  async some(backend: StoreBackend, { edits }: { edits: boolean }): Promise<void> {
    const kind = edits ? 0.4 : this.next();
    if (kind < 0.35) await this.add(backend, 1 + this.upTo(90));
    else if (kind < 0.6) await this.edit(backend, 60);
    else if (kind < 0.8) await this.change(backend);
    else if (kind < 0.97) await this.remove(backend, 30);
    else await this.remove(backend, 1500);
  }
}

export async function answerOf(
  backend: StoreBackend,
  request: { vector: Float32Array; terms: string[] },
) {
  const { candidates, statistics }: SearchResponse = await backend.search({
    ...{ scope: testScope, filter: everything },
    queries: [{ ...request, limit: 30 }],
  });
  const byId = candidates.map(({ record, length, found }) => ({ record, length, found }));
  return {
    statistics,
    found: byId.sort((one, other) => (one.record.id < other.record.id ? -1 : 1)),
  };
}

/** Stores answer after random writes, and from segments that are torn at times, as one that reads all rows anew. */
export async function answersAsReadAnew(seed: number): Promise<void> {
  const writes = new Writes(seed);
  const stores = [await opened(fileRows()), await opened(fileRows())];
  const rows = fileRows();
  const raw = await opened(rows);
  let segments = 0;
  await writes.add(raw, 1400);
  for (let round = 0; round < 12; round++) {
    for (let write = writes.upTo(4); write >= 0; write--)
      await writes.some(stores[writes.upTo(2)] as StoreBackend, { edits: round % 2 === 1 });
    if (round === 9) await writes.erase(raw);
    if (round === 9) await writes.add(raw, 1300);
    if (round === 5) for (let many = 0; many < 18; many++) await writes.edit(raw, 90);
    if (round === 3 || round === 7)
      for (const count of [1024, 700, 1024]) {
        await writes.add(stores[0] as StoreBackend, count);
        if (round === 7) await writes.some(raw, { edits: false });
      }
    const request = { vector: writes.vector(), terms: writes.text().split(' ') };
    const anew = await opened(withoutSegments(fileRows()));
    const expected = await answerOf(anew, request);
    await anew.close();
    const known = await segmentsIn(rows);
    segments += known.length;
    const torn = known[writes.upTo(known.length)];
    if (torn !== undefined && writes.next() < 0.4) await tear(rows, { torn, writes });
    const cold = await opened(fileRows());
    for (const store of [...stores, cold]) expect(await answerOf(store, request)).toEqual(expected);
    await cold.close();
  }
  expect(segments).toBeGreaterThan(5);
  await Promise.all([...stores, raw].map((store) => store.close()));
}

/** Damages a segment, or takes it away. */
async function tear(rows: Rows, { torn, writes }: { torn: Row; writes: Writes }): Promise<void> {
  const key = [torn.scope, torn.owner, torn.part] as (string | number)[];
  const content = Uint8Array.from(torn.content as Uint8Array);
  const at = writes.upTo(content.length);
  content[at] = (content[at] as number) ^ 1;
  const changes: Row[] = [
    { content },
    { revision: (torn.revision as number) + 1 },
    { space: 9 },
    { epoch: 'another' },
    { until: 5 },
  ];
  const set = changes[writes.upTo(changes.length + 1)];
  if (set === undefined) await rows.write(testScope, { remove: { segments: [key] } });
  else await rows.write(testScope, { patch: [{ table: 'segments', key, set }] });
}
