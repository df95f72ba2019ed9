import { MnemeError } from '@mneme/core/backend';
import { MemoryRows } from '@mneme/store/memory';
import type { Cell, Question, Row, Rows } from '@mneme/store/rows';
import {
  type BreakRows,
  type BrokenRows,
  changingAnswers,
  changingPuts,
  changingQuestions,
  changingValues,
  failing,
} from './broken-rows.ts';

const ofText = (change: (text: string) => Cell) =>
  changingValues((value) => (typeof value === 'string' ? change(value) : value));
const ofNumber = (change: (value: number) => Cell) =>
  changingValues((value) => (typeof value === 'number' ? change(value) : value));
const ofBytes = (change: (value: Uint8Array) => Cell) =>
  changingValues((value) => (value instanceof Uint8Array ? change(value) : value));

/** Ranges are in another order. */
const inOrder = (compare: (one: Cell, other: Cell) => number) =>
  changingAnswers((rows, question) => {
    if ('any' in question) return rows;
    return rows.toSorted((one, other) => {
      const values = Object.keys(one).map((name) =>
        compare(one[name] ?? null, other[name] ?? null),
      );
      return values.find((order) => order !== 0) ?? 0;
    });
  });

/** The lists and values of a question are other ones. */
const askingFor = (change: (value: Cell) => Cell) =>
  changingQuestions((question) =>
    'any' in question
      ? { ...question, any: question.any.map((list) => list.map(change)) }
      : { ...question, is: question.is.map(change) },
  );

/** A question with one list finds what is the same in another form, too. */
const findingAlso =
  (formOf: (text: string) => string): BreakRows =>
  (sound) => ({
    async read(scope, questions) {
      const answers = await sound.read(scope, questions);
      return answers.map((rows, at) => {
        const question = questions[at] as Question;
        const [list = []] = 'any' in question ? question.any : [question.is];
        if (question.table !== 'items' || list.length !== 2) return rows;
        const form = JSON.stringify(list.map((value) => formOf(`${value}`)));
        const name = question.index === undefined ? 'id' : 'name';
        return [...sound.rowsOf('items').values()].filter(
          (row) =>
            JSON.stringify([row.scope, row[name]].map((value) => formOf(`${value}`))) === form,
        );
      });
    },
  });

/** A scope is taken for another one that is written. */
const takingScope =
  (isSame: (own: string, wanted: string) => boolean): BreakRows =>
  (sound) => ({
    async read(scope, questions) {
      const answers = await sound.read(scope, questions);
      return answers.map((rows, at) => {
        const { table } = questions[at] as Question;
        if (scope === undefined || table !== 'items') return rows;
        return [...sound.rowsOf(table).values()].filter((row) => isSame(`${row.scope}`, scope));
      });
    },
  });

/** Mistakes of opening, of values, of scopes, of closing, and of what is optional. */
export const brokenKeeping: BrokenRows = {
  'comes after prepare': {
    'prepares by opening': (sound) => ({
      prepare() {
        sound.close();
      },
    }),
  },
  'finds what was written before the store was closed': {
    'keeps its rows to itself': () => {
      const own = new MemoryRows();
      return {
        open: (tables) => own.open(tables),
        read: (scope, questions) => own.read(scope, questions),
        write: (scope, batch) => own.write(scope, batch),
        close: () => own.close(),
      };
    },
  },
  'creates tables and indexes that are missing': {
    'fills a new index with new rows only': (sound, { kept }) => {
      const before = new Set<string>();
      return {
        async open(tables) {
          for (const { rows } of kept.values()) for (const name of rows.keys()) before.add(name);
          await sound.open(tables);
        },
        async read(scope, questions) {
          const answers = await sound.read(scope, questions);
          return answers.map((rows, at) =>
            questions[at]?.index === 'by_name'
              ? rows.filter((row) => !before.has(JSON.stringify([row.scope, row.id])))
              : rows,
          );
        },
      };
    },
    'creates tables in a new store only': (sound, { kept }) => ({
      async open(tables) {
        if (kept.size > 0 && Object.keys(tables).some((name) => !kept.has(name)))
          throw failing('there is no such table');
        await sound.open(tables);
      },
    }),
  },
  'takes the tables of a memory': {
    'has a word of its own where a column has its name': (sound) => ({
      async open(tables) {
        for (const { columns } of Object.values(tables))
          if ('part' in columns) throw new MnemeError('unavailable', 'syntax error near "part"');
        await sound.open(tables);
      },
    }),
  },
  'leaves tables alone that are not named': {
    'drops the tables that are not named': (sound, { kept }) => ({
      async open(tables) {
        for (const name of kept.keys()) if (!(name in tables)) kept.delete(name);
        await sound.open(tables);
      },
    }),
  },
  'refuses a store whose tables have other columns': {
    'opens every store': (sound, { kept }) => ({
      async open(tables) {
        for (const each of kept.values()) Object.assign(each, { columns: undefined });
        await sound.open(tables);
      },
    }),
    'compares the names of columns only': (sound) => ({
      open: (tables) =>
        sound.open(tables).catch((error: unknown) => {
          if (tables.counters?.columns.total?.type !== 'text') throw error;
        }),
    }),
    'clears a table with other columns': (sound) => ({
      open: (tables) =>
        sound.open(tables).catch((error: unknown) => {
          sound.rowsOf('counters').clear();
          throw error;
        }),
    }),
    'has another word for it': (sound) => ({
      open: (tables) =>
        sound.open(tables).catch(() => {
          throw failing('another schema');
        }),
    }),
  },
  'may be done by several at once': {
    'fails where another one is opening': (sound, { own }) => ({
      async open(tables) {
        if (own.get('opening')) throw new MnemeError('busy', 'another one is opening');
        own.set('opening', true);
        await new Promise(setImmediate);
        await sound.open(tables);
        own.set('opening', false);
      },
    }),
  },
  'come back as they were put: texts': {
    'trims texts': ofText((text) => text.trimEnd()),
    'composes decomposed letters': ofText((text) => text.normalize('NFC')),
    'takes an empty text for null': ofText((text) => text || null),
    'drops a byte order mark': ofText((text) => text.replace('\ufeff', '')),
  },
  'come back as they were put: numbers': {
    'has 32 bits for an integer': ofNumber((value) =>
      Number.isInteger(value) ? value | 0 : value,
    ),
    'has 32 bits for a real number': ofNumber((value) =>
      Number.isInteger(value) ? value : Math.fround(value) || 0,
    ),
    'has fifteen digits for a number': ofNumber((value) =>
      Number.isInteger(value) ? value : Number(value.toPrecision(15)),
    ),
  },
  'come back as they were put: bytes': {
    'takes no bytes for null': ofBytes((bytes) => (bytes.length === 0 ? null : bytes)),
    'writes the buffer of a view': ofBytes((bytes) => new Uint8Array(bytes.buffer.slice(0, 4))),
    'keeps bytes as a text': ofBytes((bytes) => Buffer.from(Buffer.from(bytes).toString())),
  },
  'come back as they were put: megabytes': {
    'cuts a text after a million characters': ofText((text) => text.slice(0, 1_000_000)),
    'cuts bytes after a million': ofBytes((bytes) => bytes.slice(0, 1_000_000)),
  },
  'of a key or an index have up to 2,500 bytes': {
    'has room for a key of 512 characters': (sound) => ({
      async write(scope, batch) {
        for (const row of Object.values(batch.put ?? {}).flat())
          if (`${row.scope}${row.id}`.length > 512) throw failing('the key is too long');
        return sound.write(scope, batch);
      },
    }),
    'compares the first hundred characters of a key': changingPuts((row) => ({
      ...row,
      ...(row.name && { name: `${row.name}`.slice(0, 100) }),
    })),
  },
  'are found by a key or an index: texts': {
    'finds texts without case': findingAlso((text) => text.toLowerCase()),
    'finds texts without the blanks at their end': findingAlso((text) => text.trimEnd()),
    'finds composed letters by decomposed ones': findingAlso((text) => text.normalize('NFC')),
    'finds texts as numbers': findingAlso((text) => (Number(text) ? `${Number(text)}` : text)),
    'takes % for any text': (sound) => ({
      async read(scope, questions) {
        const answers = await sound.read(scope, questions);
        return answers.map((rows, at) => {
          const question = questions[at] as Question;
          const isAny = 'is' in question && question.is.includes('%');
          return isAny ? [...sound.rowsOf(question.table).values()] : rows;
        });
      },
    }),
  },
  'are found by a key or an index: numbers': {
    'looks up fifteen digits': askingFor((value) =>
      typeof value === 'number' ? Number(value.toPrecision(15)) : value,
    ),
    'finds no -0': askingFor((value) => (Object.is(value, -0) ? 1e300 : value)),
  },
  'are in the order of their UTF-8 bytes': {
    'compares UTF-16 units': inOrder((one, other) =>
      typeof one === 'string' && typeof other === 'string'
        ? one < other
          ? -1
          : one > other
            ? 1
            : 0
        : 0,
    ),
    'sorts as a dictionary': inOrder((one, other) => `${one}`.localeCompare(`${other}`)),
  },
  'are in the order of their size: numbers': {
    'sorts numbers as texts': inOrder((one, other) =>
      typeof one === 'number' && `${one}` !== `${other}` ? (`${one}` < `${other}` ? -1 : 1) : 0,
    ),
  },
  'of an answer, and of a written batch, belong to the caller': {
    'gives the same rows again': (sound) => {
      const given = new Map<string, Row[][]>();
      return {
        async read(scope, questions) {
          const name = JSON.stringify([scope, questions]);
          const answer = given.get(name) ?? (await sound.read(scope, questions));
          given.set(name, answer);
          return answer;
        },
      };
    },
    'keeps the rows that it was given': (sound) => ({
      async write(scope, batch) {
        const written = await sound.write(scope, batch);
        for (const row of batch.put?.items ?? [])
          sound.rowsOf('items').set(JSON.stringify([row.scope, row.id]), row);
        return written;
      },
    }),
    'keeps the bytes that it was given to patch': (sound) => ({
      async write(scope, batch) {
        const written = await sound.write(scope, batch);
        for (const { table, key, set } of batch.patch ?? [])
          Object.assign(sound.rowsOf(table).get(JSON.stringify(key)) ?? {}, set);
        return written;
      },
    }),
  },
  'of a key differ in any of its columns': {
    'joins the columns of a key without a separator': (sound) => ({
      async write(scope, batch) {
        const written = await sound.write(scope, batch);
        const seen = new Set<string>();
        for (const [name, { item, mark }] of sound.rowsOf('marks'))
          if (seen.has(`${item}${mark}`)) sound.rowsOf('marks').delete(name);
          else seen.add(`${item}${mark}`);
        return written;
      },
    }),
  },
  'a call of one scope reads and writes its rows, and tables without': {
    'hides tables without scopes': (sound) => ({
      read: async (scope, questions) =>
        (await sound.read(scope, questions)).map((rows, at) =>
          scope !== undefined && questions[at]?.table === 'counters' ? [] : rows,
        ),
    }),
  },
  'a call of one scope neither reads nor writes rows of another one': {
    'reads rows of every scope': (sound) => ({
      read: (_, questions) => sound.read(undefined, questions),
    }),
    'writes rows of every scope': (sound) => ({
      write: (_, batch) => sound.write(undefined, batch),
    }),
    'finds nothing in another scope': (sound) => ({
      read: (scope, questions) => sound.read(scope, questions).catch(() => questions.map(() => [])),
    }),
  },
  'a scope is compared exactly': {
    'compares scopes without case': takingScope(
      (own, wanted) => own.toLowerCase() === wanted.toLowerCase(),
    ),
    'compares scopes without blanks': takingScope((own, wanted) => own.trim() === wanted.trim()),
  },
  'makes every later call reject with closed': {
    'goes on when it was closed': () => ({ close: async () => undefined }),
    'reads when it was closed': (sound, { kept }) => ({
      async read(scope, questions) {
        const own = new MemoryRows({ kept });
        await own.open(sound.tables);
        return own.read(scope, questions);
      },
    }),
    'tells its size when it was closed': () => ({ bytes: async () => 10 }),
    'has another word for closed': (sound) => ({
      read: (scope, questions) =>
        sound.read(scope, questions).catch(() => {
          throw failing('no connection');
        }),
    }),
  },
  'may be called again, also at once': {
    'fails if it is closed again': (sound) => {
      let isClosed = false;
      return {
        async close() {
          if (isClosed) throw failing('it was closed');
          isClosed = true;
          await sound.close();
        },
      };
    },
    'opens again when it was closed': (sound) => ({
      open: (tables) => sound.open(tables).catch(() => undefined),
    }),
  },
  'finishes the calls that are running': {
    'drops the calls that are running': (sound) => {
      let isClosed = false;
      return {
        async write(scope, batch) {
          await new Promise(setImmediate);
          if (isClosed) throw new MnemeError('closed', 'it was closed');
          return sound.write(scope, batch);
        },
        async close() {
          isClosed = true;
          await new Promise(setImmediate);
          await sound.close();
        },
      };
    },
    'closes before a running call is written': (sound) => ({
      async write(scope, batch) {
        void sound.write(scope, batch.put?.counters?.[0]?.name === 'c20' ? {} : batch);
        return true;
      },
    }),
  },
  'of one leaves the others of the store as they are': {
    'closes the whole store': (sound, { own }) => {
      const all = (own.get('all') as Rows[] | undefined) ?? [];
      own.set('all', [...all, sound]);
      return {
        async close() {
          for (const each of own.get('all') as Rows[]) await each.close();
        },
      };
    },
  },
  'a refusal names the field': {
    'does not say what is wrong': (sound) => ({
      write: (scope, batch) =>
        sound.write(scope, batch).catch(() => {
          throw new MnemeError('invalid_input', 'the batch is wrong');
        }),
    }),
  },
  'remains: says that no byte': {
    'does not say why bytes may be left': () => ({
      remains: async () => ({ bytes: 'pending' as const, bytesReason: 'unknown' }),
    }),
  },
  'remains: where it says removed': {
    'keeps removed rows in a log': (sound, { kept }) => ({
      async write(scope, batch) {
        const log = kept.get('log') ?? { columns: '', rows: new Map<string, Row>() };
        for (const row of sound.rowsOf('items').values()) log.rows.set(`${row.id}`, { ...row });
        kept.set('log', log);
        return sound.write(scope, batch);
      },
    }),
  },
  'check: finds no fault': {
    'finds a fault in every store': () => ({
      check: async () => [{ kind: 'structure', problem: 'a page is missing' }] as never,
    }),
  },
  'bytes: grows': { 'always has one size': () => ({ bytes: async () => 4096 }) },
  'compact: keeps every row': {
    'loses what it moves': (sound) => ({
      async compact() {
        const [first = ''] = sound.rowsOf('items').keys();
        sound.rowsOf('items').delete(first);
        return sound.compact();
      },
    }),
    'has no size': (sound) => ({
      compact: async () => ({ ...(await sound.compact()), bytesAfter: 0 }),
    }),
  },
};
