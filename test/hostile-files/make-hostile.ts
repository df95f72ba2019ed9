import { appendFileSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { tables as storeTables } from '@mneme/store';
import { type Row, Sums } from '@mneme/store/rows';

/** Numbers from 0 to below 1, the same for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** SQL that computes this text, which no file contains before something of it has run. */
export const ran = 'HAS-RUN';
const run = `('HAS-' || 'RUN')`;

interface Choice {
  pick<T>(from: readonly T[]): T;
  /** The folder in which nothing may change. */
  outside: string;
}

/** Statements that would read or write elsewhere. */
const statements = ({ outside }: Choice) => [
  `ATTACH '${join(outside, 'made.db')}' AS x; CREATE TABLE x.made AS SELECT ${run}`,
  `VACUUM INTO '${join(outside, 'profile')}'`,
  `ATTACH '${join(outside, 'victim.db')}' AS v; INSERT INTO scopes (scope) SELECT body FROM v.records`,
  `INSERT INTO scopes (scope) VALUES (${run})`,
  `UPDATE records SET body = ${run}`,
];

/** Names that end a statement, or lead to something else. */
function names(choice: Choice): unknown[] {
  const sql = choice.pick(statements(choice));
  const ends = [
    ...[`vectors; ${sql}; --`, `vectors"; ${sql}; --`, `vectors'; ${sql}; --`],
    ...[`vectors (row, sum, rest) VALUES (1, 1, 1); ${sql}; --`, `vectors_codes; ${sql}`],
  ];
  return [
    // As many as of the others.
    ...[ends, ends, ends, ends].flat(),
    ...[
      `(SELECT ${run} AS row)`,
      `vectors; DROP TABLE records`,
      'vectors /*',
      'vectors\0',
      '" OR 1',
    ],
    ...['records', 'meta', 'sqlite_schema', 'main.vectors', 'pragma_database_list', 'VECTORS', ''],
    ...[
      'vectors_0',
      'vectors_01',
      'vectors_9999999999',
      'vectors_codes',
      'véctors',
      'x'.repeat(9999),
    ],
    ...[null, 7, ['vectors'], { table: 'vectors' }],
  ];
}

const tables = ['records', 'meta', 'scopes', 'audit', 'marks_1', 'segments', 'facets', 'documents'];
const quoted = (name: unknown) => `"${String(name).replaceAll('"', '""').replaceAll('\0', '')}"`;

const sums = new Sums(storeTables);
const embedder = { name: 'letters-8', revision: '1', dimensions: 8, pooling: '' };

/** Changes to an ordinary store; each is what somebody with the file could do. */
const changes: readonly ((database: DatabaseSync, choice: Choice) => void)[] = [
  function namesInMeta(database, choice) {
    const space = () => ({ embedder, number: choice.pick(names(choice)) });
    const stored = choice.pick<unknown>([
      { secret: 'x', lastSpace: 1, current: space() },
      { secret: 'x', lastSpace: 1, current: { embedder, number: 1 }, next: space() },
      { secret: 'x', lastSpace: choice.pick(names(choice)), current: { embedder, number: 1 } },
      { secret: choice.pick(names(choice)), lastSpace: 3 },
      choice.pick(names(choice)),
    ]);
    const value = choice.pick([JSON.stringify(stored), JSON.stringify(stored), String(stored)]);
    const { version } = database
      .prepare(`SELECT version FROM meta WHERE key = 'store'`)
      .get() as Row;
    // With the checksum that its writer gives it.
    const { sum } = sums.withSums('meta', { key: 'store', version: version as number, value });
    database
      .prepare(`UPDATE meta SET value = ?, sum = ? WHERE key = 'store'`)
      .run(value, sum as number);
  },
  function valuesInMarks(database, choice) {
    const key = choice.pick(['bytes_pending', 'swept', 'another']);
    const value = choice.pick(names(choice));
    save(
      database,
      key,
      choice.pick([
        JSON.stringify(value),
        String(value),
        JSON.stringify({ ...embedder, name: value }),
      ]),
    );
  },
  function trigger(database, choice) {
    const on = choice.pick(tables);
    const when = choice.pick(['BEFORE', 'AFTER']);
    const event = choice.pick(['INSERT', 'DELETE', 'UPDATE']);
    database.exec(`CREATE TRIGGER ${quoted(choice.pick(names(choice)))} ${when} ${event} ON ${on}
      BEGIN INSERT INTO scopes (scope) VALUES (${run} || random()); END`);
  },
  function view(database, choice) {
    const table = choice.pick(tables);
    database.exec(`ALTER TABLE ${table} RENAME TO kept_${table}; CREATE VIEW ${table} AS
      SELECT *, ${choice.pick([run, 'hex(zeroblob(400000000))'])} AS more FROM kept_${table}`);
  },
  function endlessView(database, choice) {
    const table = choice.pick(tables);
    database.exec(`DROP TABLE IF EXISTS ${table}; CREATE VIEW ${table} AS
      WITH RECURSIVE n (a) AS (SELECT 1 UNION ALL SELECT a + 1 FROM n) SELECT a AS row, a AS key, a AS value, a AS name FROM n`);
  },
  function computedColumn(database, choice) {
    const value = choice.pick([run, 'hex(zeroblob(400000000))', 'randomblob(400000000)']);
    database.exec(
      `ALTER TABLE ${choice.pick(tables)} ADD COLUMN ${quoted(choice.pick(['more', 'x; DROP TABLE meta']))} AS (${value})`,
    );
  },
  function computedBody(database, choice) {
    const found = database.prepare(`SELECT sql FROM sqlite_schema WHERE name = 'records'`).get();
    const computed = String(found?.sql).replace(
      'body TEXT',
      `body TEXT AS (${choice.pick([run, 'hex(zeroblob(400000000))'])})`,
    );
    inSchema(database, `UPDATE sqlite_schema SET sql = ? WHERE name = 'records'`, computed);
  },
  function defaultOrCheck(database, choice) {
    const rule = choice.pick([
      `DEFAULT (hex(randomblob(9)) || 'x')`,
      `CHECK (more IS NULL OR more <> ${run})`,
      `DEFAULT 'x'`,
    ]);
    inSchema(
      database,
      `UPDATE sqlite_schema SET sql = replace(sql, 'scope TEXT NOT NULL', ?) WHERE name = 'scopes'`,
      `scope TEXT NOT NULL, more TEXT ${rule}`,
    );
  },
  function index(database, choice) {
    const expression = choice.pick([`hex(zeroblob(revision))`, `scope || ${run}`, `scope`]);
    database.exec(`CREATE INDEX ${quoted(choice.pick(names(choice)))} ON scopes (${expression})
      ${choice.pick(['', `WHERE scope <> ${run}`])}`);
  },
  function table(database, choice) {
    const name = quoted(choice.pick(names(choice)));
    database.exec(
      `CREATE TABLE IF NOT EXISTS ${name} (${quoted(choice.pick(names(choice)))}, b DEFAULT ${run})`,
    );
  },
  function virtualTable(database, choice) {
    const module = choice.pick([
      'fts5(body)',
      `fts5(body, content='records')`,
      'rtree(a, b, c)',
      'fts4(a)',
      `fts5(body, content="x; ${run}")`,
    ]);
    database.exec(
      `CREATE VIRTUAL TABLE ${quoted(choice.pick(['found', 'record_terms', 'vectors_2', ...names(choice).slice(0, 4)]))} USING ${module}`,
    );
  },
  function textOfSchema(database, choice) {
    const column = choice.pick(['name', 'tbl_name', 'type', 'sql', 'rootpage']);
    const value = choice.pick<unknown>([
      ...names(choice).map((name) => (typeof name === 'object' ? null : name)),
      0,
      2,
      99_999,
      null,
      Buffer.from('CREATE TABLE x (a)'),
    ]);
    const row = choice.pick(database.prepare('SELECT rowid FROM sqlite_schema').all());
    inSchema(database, `UPDATE sqlite_schema SET ${column} = ? WHERE rowid = ${row?.rowid}`, value);
  },
  function objectOfSchema(database, choice) {
    const [type, sql] = choice.pick([
      ['table', `CREATE VIEW facts AS SELECT ${run}`],
      [
        'table',
        `CREATE TRIGGER records_in_scope AFTER INSERT ON records BEGIN DELETE FROM meta; END`,
      ],
      ['view', `CREATE TABLE records (a AS (${run}))`],
      ['index', `CREATE UNIQUE INDEX facts ON meta (value || ${run})`],
      ['table', choice.pick(statements(choice))],
    ] as const);
    inSchema(
      database,
      `INSERT INTO sqlite_schema VALUES ('${type}', ?, 'records', 0, '${sql.replaceAll("'", "''")}')`,
      choice.pick(['facts', 'records', 'vectors_2']),
    );
  },
  function version(database, choice) {
    database.exec(`PRAGMA user_version = ${choice.pick([0, 1, 2, 3, 4, 99, -1, -2_147_483_648])}`);
  },
  function otherProgram(database, choice) {
    database.exec(`PRAGMA application_id = ${choice.pick([0, 1, -1])}`);
  },
  function ownTables(database, choice) {
    database.exec('ANALYZE');
    const name = String(choice.pick(names(choice)));
    inSchema(database, `INSERT INTO sqlite_stat1 VALUES (?, NULL, '9 9 9')`, name);
  },
  function foreignTables(database, choice) {
    // What the importers look for.
    const name = choice.pick(['history', 'store', 'observations', 'sdk_sessions', 'user_prompts']);
    const columns =
      'memory_id, new_memory, event, created_at, updated_at, prefix, key, value, memory_session_id, content_session_id, title, prompt_text';
    const values = columns.replaceAll(/\w+/g, run);
    database.exec(
      choice.pick([
        `CREATE VIEW ${name} AS SELECT 1 AS rowid, ${columns.replaceAll(/\w+/g, (column) => `${run} AS ${column}`)}`,
        `CREATE TABLE ${name} (${columns}, more AS (${run})); INSERT INTO ${name} (key) VALUES ('x')`,
        `CREATE TABLE ${name} (${columns.replace('new_memory', `new_memory AS (${run})`).replace('value', `value AS (${run})`)}); INSERT INTO ${name} (key) VALUES ('x')`,
        `CREATE TABLE ${name} (rowid, ${columns}); INSERT INTO ${name} SELECT 'x', ${values.replaceAll(run, `'data'`)}`,
        `CREATE VIRTUAL TABLE ${name} USING fts5(${columns})`,
      ]),
    );
  },
  function namesAsData(database, choice) {
    const name = String(choice.pick(names(choice)));
    database.prepare('UPDATE scopes SET scope = ?').run(`${name}${choice.pick(['', '1'])}`);
    database
      .prepare('UPDATE records SET session = ?, external_id = ?, matter = ?')
      .run(name, name, name);
  },
];

/** Seeds in a row of this length have each kind of change. */
export const kindsOfChange = changes.length;

export function seedsFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => first + at);
}

function save(database: DatabaseSync, key: string, value: string): void {
  database.prepare('INSERT OR REPLACE INTO marks_1 (key, value) VALUES (?, ?)').run(key, value);
}

/** As with the sqlite3 shell and its `PRAGMA writable_schema`. */
function inSchema(database: DatabaseSync, sql: string, value: unknown): void {
  (database as { enableDefensive?: (on: boolean) => void }).enableDefensive?.(false);
  database.exec('PRAGMA writable_schema = ON');
  database.prepare(sql).run(value as SQLInputValue);
}

/** What may lie beside a file, or be wrong with its bytes. */
function besides(path: string, { pick, outside }: Choice): void {
  const bytes = readFileSync(path);
  const super_ = join(outside, 'victim.db');
  const pointer = Buffer.concat([
    number(1),
    Buffer.from(super_),
    number(super_.length),
    number([...Buffer.from(super_)].reduce((sum, byte) => sum + ((byte << 24) >> 24), 0)),
    magic,
  ]);
  pick([
    () => writeFileSync(`${path}-wal`, Buffer.alloc(5000, 7)),
    () => writeFileSync(`${path}-wal`, bytes),
    // A journal that is rolled back, and then removes the file that it names.
    () => writeFileSync(`${path}-journal`, Buffer.concat([magic, Buffer.alloc(504), pointer])),
    () =>
      writeFileSync(
        `${path}-journal`,
        Buffer.concat([
          magic,
          number(0xffffffff),
          number(1),
          number(bytes.length / 4096),
          number(512),
          number(4096),
          Buffer.alloc(512 - 28),
          pointer,
        ]),
      ),
    () => writeFileSync(path, bytes.subarray(0, bytes.length - 4096)),
    () => appendFileSync(path, Buffer.alloc(4096, 13)),
  ])();
}

const magic = Buffer.from('d9d505f920a163d7', 'hex');

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

/** Copies a store, changes the copy as the seed says, and returns the names of the changes. */
export function makeHostile(
  from: string,
  { path, seed, outside }: { path: string; seed: number; outside: string },
): string[] {
  const random = randomOf(seed);
  const pick = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)] as T;
  const choice = { pick, outside };
  copyFileSync(from, path);
  const done: string[] = [];
  // Each kind in turn, alone and with others.
  const wanted = [changes[seed % changes.length], ...(random() < 0.25 ? [pick(changes)] : [])];
  for (const change of wanted) {
    const database = new DatabaseSync(path);
    try {
      change?.(database, choice);
      done.push(change?.name ?? '');
    } catch (error) {
      // SQLite itself refuses it, such as a name that is taken, or a schema that an earlier change has broken.
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SQLITE_ERROR') throw error;
    } finally {
      database.close();
    }
  }
  // Seldom, because most of these are refused before anything else is looked at.
  if (random() < 0.2) besides(path, choice);
  return done;
}
