import { setImmediate as nextTurn } from 'node:timers/promises';
import { MnemeError } from '@mneme/core/backend';
import { type KeptTable, MemoryRows } from '@mneme/store/memory';
import type { Batch, Question, Row, Rows, Table, Tables } from '@mneme/store/rows';
import type { RowsStore } from '../../../src/index.ts';

/** Mistakes that a driver could make, by a part of the name of the one case that must catch them. */
export type BrokenRows = Record<string, Record<string, BreakRows>>;

/** The methods that make a mistake, over rows that do everything right. Called once for each handle of a store. */
export type BreakRows = (sound: SoundRows, store: SharedStore) => Partial<Rows>;

/** What all handles of a store share. */
export interface SharedStore {
  kept: Kept;
  /** For what a mistake shares. */
  own: Map<string, unknown>;
}

export type Kept = Map<string, KeptTable>;

/** Rows in memory with all that is optional. Its file is JSON. */
export class SoundRows extends MemoryRows {
  tables: Tables = {};
  readonly #kept: Kept;
  #isClosed = false;

  constructor(kept: Kept) {
    super({ kept });
    this.#kept = kept;
  }

  override open(tables: Tables): Promise<void> {
    this.tables = tables;
    return super.open(tables);
  }

  override close(): Promise<void> {
    this.#isClosed = true;
    return super.close();
  }

  table(name: string): Table {
    return this.tables[name] as Table;
  }

  /** Rows of a table as they are kept. */
  rowsOf(table: string): Map<string, Row> {
    return this.#kept.get(table)?.rows ?? new Map();
  }

  remains = () => this.#opened(async () => ({ bytes: 'removed' as const }));
  check = () => this.#opened(async () => []);
  bytes = () => this.#opened(async () => fileOf(this.#kept).length);
  compact = () =>
    this.#opened(async () => {
      const bytes = fileOf(this.#kept).length;
      return {
        outcome: 'compacted' as const,
        freeShare: 0,
        bytesBefore: bytes,
        bytesAfter: bytes,
      };
    });

  async #opened<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new MnemeError('closed', 'the store was closed');
    return work();
  }
}

function fileOf(kept: Kept): Uint8Array {
  const plain = (_: string, value: unknown) =>
    value instanceof Uint8Array
      ? Buffer.from(value).toString('latin1')
      : value instanceof Map
        ? [...value]
        : value;
  return Buffer.from(JSON.stringify(kept, plain));
}

/** A store whose handles all make the mistake. */
export function brokenRowsStore(breakIt: BreakRows): RowsStore {
  const store: SharedStore = { kept: new Map(), own: new Map() };
  const make = () => {
    const sound = new SoundRows(store.kept);
    return override(sound, breakIt(sound, store));
  };
  return {
    rows: make(),
    reopen: make,
    files: async () => [fileOf(store.kept)],
    destroy: async () => undefined,
  };
}

function override(sound: Rows, changes: Partial<Rows>): Rows {
  return new Proxy(sound, {
    get(target, key) {
      if (Object.hasOwn(changes, key)) return Reflect.get(changes, key);
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Each question is changed before it is asked. */
export const changingQuestions =
  (change: (question: Question, table: Table) => Question): BreakRows =>
  (sound) => ({
    read: (scope, questions) =>
      sound.read(
        scope,
        questions.map((each) => change(each, sound.table(each.table))),
      ),
  });

/** Each answer is changed before it is given. */
export const changingAnswers =
  (change: (rows: Row[], question: Question, table: Table) => Row[]): BreakRows =>
  (sound) => ({
    async read(scope, questions) {
      const answers = await sound.read(scope, questions);
      return answers.map((rows, at) => {
        const question = questions[at] as Question;
        return change(rows, question, sound.table(question.table));
      });
    },
  });

/** Each batch is changed before it is written. */
export const changingBatches =
  (change: (batch: Batch, sound: SoundRows) => Batch): BreakRows =>
  (sound) => ({ write: (scope, batch) => sound.write(scope, change(batch, sound)) });

/** Each put row is changed before it is written. */
export const changingPuts = (change: (row: Row, table: Table) => Row): BreakRows =>
  changingBatches(({ put = {}, ...batch }, sound) => ({
    ...batch,
    put: Object.fromEntries(
      Object.entries(put).map(([name, rows]) => [
        name,
        rows.map((row) => change(row, sound.table(name))),
      ]),
    ),
  }));

/** Each value of the put rows that is not in their keys is changed before it is written. */
export const changingValues = (change: (value: Row[string]) => Row[string]): BreakRows =>
  changingPuts((row, { key }) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        key.includes(name) ? value : change(value),
      ]),
    ),
  );

/** One batch is written as several. */
export const inParts =
  (partsOf: (batch: Batch) => Batch[]): BreakRows =>
  (sound) => ({
    async write(scope, batch) {
      let written = true;
      for (const part of partsOf(batch)) {
        written &&= await sound.write(scope, part);
        await nextTurn();
      }
      return written;
    },
  });

/** The columns of the index that a question is about. */
export const indexOf = ({ index }: Question, table: Table): readonly string[] =>
  index === undefined ? table.key : (table.indexes[index] ?? []);

export const failing = (problem: string) => new MnemeError('unavailable', problem);
