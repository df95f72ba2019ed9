import { hash } from 'node:crypto';
import type { Database } from '../drivers/index.ts';
import { chainAudit } from './audit-chain.ts';
import { categoryNumber } from './category-number.ts';
import { contentChecksum } from './damaged.ts';
import { rowsPerScope } from './row-numbers.ts';
import { rowSum, type Summed, summed } from './row-sum.ts';
import { checksumOf, type RecordRow, recordColumns } from './rows.ts';
import { allTables, parseSpaces, spacesSql } from './spaces.ts';
import { vectorSum } from './vector-sum.ts';

/** `Mnem` in ASCII: tells our files from those of other programs. */
export const applicationId = 0x4d6e656d;

/**
 * Makes a file of one schema one of the next, inside the transaction that upgrades it; foreign keys are not enforced
 * there, but checked at its end. Both ways must come to the same tables: the upgrades, and the schema of a new file.
 */
export type Upgrade = (database: Database) => void;

/** Holds the arithmetic of row numbers against what the rows say, in the file itself. */
export const triggers = [
  `CREATE TRIGGER records_in_scope AFTER INSERT ON records WHEN NEW.row / ${rowsPerScope} <> NEW.scope
BEGIN SELECT RAISE(ABORT, 'a record would get a row of another scope'); END`,
  `CREATE TRIGGER chunks_in_store AFTER INSERT ON document_chunks
WHEN NEW.row / ${rowsPerScope} IS NOT
  (SELECT s.partition FROM documents d JOIN document_stores s ON s.number = d.store WHERE d.number = NEW.document)
BEGIN SELECT RAISE(ABORT, 'a chunk would get a row of another store'); END`,
];

export const triggersSql = triggers.map((sql) => `${sql};`).join('\n');

/** Facts are asked for alone, and are few beside the turns that were said. */
const factIndexesSql = `
CREATE INDEX facts_by_time ON records (scope, created_at, id) WHERE kind = 'fact';
CREATE INDEX facts_by_importance ON records (scope, importance, created_at, id) WHERE kind = 'fact';
`;

const matterIndexSql =
  'CREATE INDEX records_by_matter ON records (scope, matter) WHERE matter IS NOT NULL AND superseded_by IS NULL;';

/** The first is for files of schema 1. Never changed once it is released. */
export const upgrades: readonly Upgrade[] = [
  (database) => {
    database.exec(`
      ALTER TABLE records ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
      ALTER TABLE document_stores ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
      ALTER TABLE scopes DROP COLUMN revision;
      DELETE FROM meta WHERE key = 'revision_floor';
      ALTER TABLE records ADD COLUMN metadata TEXT;
      ALTER TABLE audit ADD COLUMN salt TEXT;
      ALTER TABLE audit ADD COLUMN digest TEXT NOT NULL DEFAULT '';
      ALTER TABLE audit ADD COLUMN erasure TEXT;
      ALTER TABLE audit ADD COLUMN chain TEXT NOT NULL DEFAULT '';
      ALTER TABLE audit ADD COLUMN erased_by INTEGER;
      ALTER TABLE records ADD COLUMN checksum TEXT NOT NULL DEFAULT '';
      ALTER TABLE records ADD COLUMN superseded_reason TEXT;
      ALTER TABLE records ADD COLUMN contests TEXT;
      ALTER TABLE records ADD COLUMN contested_by TEXT;
      ALTER TABLE records ADD COLUMN matter TEXT;
      ${matterIndexSql}
      ALTER TABLE document_versions ADD COLUMN checksum TEXT;
      ${Object.keys(summed)
        .map((table) => `ALTER TABLE ${table} ADD COLUMN row_sum TEXT NOT NULL DEFAULT '';`)
        .join(' ')}
      CREATE TABLE record_facets (
        scope INTEGER NOT NULL,
        facet TEXT NOT NULL,
        row INTEGER NOT NULL,
        PRIMARY KEY (scope, facet, row)
      ) WITHOUT ROWID;
      INSERT INTO record_facets SELECT scope, '[' || json_quote(tag) || ']', row FROM record_tags;
      -- As facetsOf writes them: a plain value as its JSON stands in the source, and so each plain member of a list.
      INSERT OR IGNORE INTO record_facets
        SELECT r.scope, '[' || json_quote('source.' || top.key) || ',' || (r.source -> plain.fullkey) || ']', r.row
        FROM records r, json_each(r.source) top, json_tree(r.source, top.fullkey) plain
        WHERE plain.type IN ('text', 'integer', 'real', 'true', 'false')
          AND (plain.fullkey = top.fullkey OR (top.type = 'array' AND plain.path = top.fullkey));
      DROP TABLE record_tags;
      -- Versions count too.
      UPDATE document_scopes SET bytes = (
        SELECT coalesce(sum(v.size_bytes), 0) FROM document_versions v JOIN document_stores s ON s.number = v.store
        WHERE s.scope = document_scopes.name);
      ${triggersSql}
    `);
    addChecksums(database);
    addContentChecksums(database);
    addRowSums(database);
    addVectorSums(database);
    chainAudit(database);
  },
  (database) => {
    database.exec(`
      ALTER TABLE records ADD COLUMN kind TEXT NOT NULL DEFAULT 'fact';
      ALTER TABLE records ADD COLUMN evidence TEXT;
      ALTER TABLE records ADD COLUMN extracted_by TEXT;
      ${factIndexesSql}
    `);
    makeEpisodes(database);
  },
];

/** A record with a place in a session is an episode. One that is damaged keeps its sum, and stays damaged. */
function makeEpisodes(database: Database): void {
  const rows = database.prepare<{ key: string; value: string }>(spacesSql).all();
  const tables = allTables(parseSpaces(JSON.stringify(rows)));
  const page = database.prepare<RecordRow & { scope_name: string }>(
    `SELECT ${recordColumns}, s.name AS scope_name FROM records r JOIN scopes s ON s.number = r.scope
     WHERE r.row > ? AND r.session IS NOT NULL AND r.sequence IS NOT NULL ORDER BY r.row LIMIT 1000`,
  );
  const save = database.prepare(
    `UPDATE records SET kind = 'episode', category = '', matter = NULL, checksum = ? WHERE row = ?`,
  );
  const saveVector = tables.map((table) =>
    database.prepare(`UPDATE ${table} SET category = ? WHERE rowid = ?`),
  );
  const number = BigInt(categoryNumber(undefined));
  for (let after = 0n; ; ) {
    const found = page.all(after);
    const last = found.at(-1);
    if (last === undefined) return;
    for (const row of found) {
      const intact = checksumOf(row.scope_name, row) === row.checksum;
      const episode = { ...row, kind: 'episode', category: '' };
      save.run(intact ? checksumOf(row.scope_name, episode) : row.checksum, BigInt(row.row));
      for (const statement of saveVector) statement.run(number, BigInt(row.row));
    }
    after = BigInt(last.row);
  }
}

function addChecksums(database: Database): void {
  const page = database.prepare<RecordRow & { scope_name: string }>(
    `SELECT r.*, 'fact' AS kind, NULL AS evidence, NULL AS extracted_by, s.name AS scope_name
     FROM records r JOIN scopes s ON s.number = r.scope WHERE r.row > ? ORDER BY r.row LIMIT 1000`,
  );
  const save = database.prepare('UPDATE records SET checksum = ? WHERE row = ?');
  for (let after = 0n; ; ) {
    const rows = page.all(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    for (const row of rows) save.run(checksumOf(row.scope_name, row), BigInt(row.row));
    after = BigInt(last.row);
  }
}

/** What does not fit its hash any more gets none, so it stays damaged. */
function addContentChecksums(database: Database): void {
  const page = database.prepare<{ number: number; content: string; sha256: string }>(
    'SELECT number, content, sha256 FROM document_versions WHERE number > ? AND content IS NOT NULL ORDER BY number LIMIT 100',
  );
  const save = database.prepare('UPDATE document_versions SET checksum = ? WHERE number = ?');
  for (let after = 0n; ; ) {
    const rows = page.all(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    for (const { number, content, sha256 } of rows)
      if (hash('sha256', content) === sha256)
        save.run(contentChecksum(content, sha256), BigInt(number));
    after = BigInt(last.number);
  }
}

function addRowSums(database: Database): void {
  for (const [table, columns] of Object.entries(summed)) {
    const page = database.prepare<{ number: number }>(
      `SELECT number, ${columns.join(', ')} FROM ${table} WHERE number > ? ORDER BY number LIMIT 1000`,
    );
    const save = database.prepare(`UPDATE ${table} SET row_sum = ? WHERE number = ?`);
    for (let after = 0n; ; ) {
      const rows = page.all(after);
      const last = rows.at(-1);
      if (last === undefined) break;
      for (const row of rows) save.run(rowSum(table as Summed, row), BigInt(row.number));
      after = BigInt(last.number);
    }
  }
}

function addVectorSums(database: Database): void {
  const rows = database.prepare<{ key: string; value: string }>(spacesSql).all();
  for (const table of allTables(parseSpaces(JSON.stringify(rows)))) {
    database.exec(sumTableSql(table));
    const save = database.prepare(`INSERT INTO ${table}_sums (row, sum) VALUES (?, ?)`);
    const numbers = database.prepareColumn<number>(`SELECT rowid FROM ${table}`).all();
    const vectorOf = database.prepareColumn<Uint8Array>(
      `SELECT embedding FROM ${table} WHERE rowid = ?`,
    );
    for (const row of numbers) {
      const vector = vectorOf.get(BigInt(row)) as Uint8Array;
      save.run(BigInt(row), BigInt(vectorSum(vector)));
    }
  }
}

export const schemaVersion = 1 + upgrades.length;

/** Stands for "never" where sqlite-vec allows no NULL: later than any date that ISO 8601 writes with four digits. */
export const never = 9_000_000_000_000_000;

export const schemaSql = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE scopes (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  record_count INTEGER NOT NULL DEFAULT 0,
  term_total INTEGER NOT NULL DEFAULT 0,
  next_row INTEGER NOT NULL DEFAULT 1
);

CREATE TABLE records (
  row INTEGER PRIMARY KEY,
  scope INTEGER NOT NULL REFERENCES scopes (number),
  id TEXT NOT NULL,
  content TEXT NOT NULL,
  content_key TEXT NOT NULL,
  category TEXT NOT NULL,
  tags TEXT NOT NULL,
  importance INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  confirmed_at TEXT NOT NULL,
  occurred_at TEXT NOT NULL,
  expires_at TEXT,
  superseded_by TEXT,
  valid_to TEXT,
  last_accessed_at TEXT,
  access_count INTEGER NOT NULL DEFAULT 0,
  source TEXT NOT NULL,
  metadata TEXT,
  session TEXT,
  sequence REAL,
  external_id TEXT,
  length INTEGER NOT NULL,
  zero_vector INTEGER NOT NULL DEFAULT 0,
  version INTEGER NOT NULL DEFAULT 1,
  checksum TEXT NOT NULL DEFAULT '',
  superseded_reason TEXT,
  contests TEXT,
  contested_by TEXT,
  matter TEXT,
  kind TEXT NOT NULL DEFAULT 'fact',
  evidence TEXT,
  extracted_by TEXT
);
CREATE UNIQUE INDEX records_by_id ON records (scope, id);
CREATE INDEX records_by_time ON records (scope, created_at, id);
CREATE INDEX records_by_importance ON records (scope, importance, created_at, id);
CREATE INDEX records_by_key ON records (scope, content_key) WHERE superseded_by IS NULL;
CREATE INDEX records_by_external_id ON records (scope, external_id) WHERE external_id IS NOT NULL AND superseded_by IS NULL;
${matterIndexSql}
${factIndexesSql}
CREATE INDEX records_by_turn ON records (scope, session, sequence) WHERE session IS NOT NULL;
CREATE INDEX records_by_successor ON records (scope, superseded_by) WHERE superseded_by IS NOT NULL;

CREATE TABLE record_facets (
  scope INTEGER NOT NULL,
  facet TEXT NOT NULL,
  row INTEGER NOT NULL,
  PRIMARY KEY (scope, facet, row)
) WITHOUT ROWID;

CREATE VIRTUAL TABLE record_terms USING fts5 (
  terms, detail = none, tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* Co'"
);
INSERT INTO record_terms (record_terms, rank) VALUES ('secure-delete', 1);

CREATE TABLE audit (
  number INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  action TEXT NOT NULL,
  scope TEXT NOT NULL,
  id TEXT,
  actor TEXT NOT NULL,
  reason TEXT NOT NULL,
  salt TEXT,
  digest TEXT NOT NULL DEFAULT '',
  erasure TEXT,
  chain TEXT NOT NULL DEFAULT '',
  erased_by INTEGER
);
CREATE INDEX audit_by_scope ON audit (scope, number);
`;

/**
 * Partitioned by scope, so a search reads only its own tenant's vectors; small chunks, because most scopes are small
 * (10,000 rows in 100 scopes: 20 MB instead of 158 MB with the default). Vectors have length 1, so the L2 distance
 * orders as the cosine does.
 */
export function vectorTableSql(dimensions: number, table: string): string {
  return `CREATE VIRTUAL TABLE ${table} USING vec0 (
    scope INTEGER PARTITION KEY,
    category INTEGER,
    importance INTEGER,
    occurred_at INTEGER,
    expires_at INTEGER,
    valid_to INTEGER,
    embedding FLOAT[${dimensions}] distance_metric=L2,
    chunk_size=128
  );
  ${sumTableSql(table)}`;
}

/** By which a vector that was changed on the disk is told: sqlite-vec has none. */
function sumTableSql(table: string): string {
  return `CREATE TABLE ${table}_sums (row INTEGER PRIMARY KEY, sum INTEGER NOT NULL);`;
}
