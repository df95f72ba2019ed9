import { rowsPerScope } from './row-numbers.ts';

/** SQL conditions on a row of `records`, as in its indexes. */
export const isOfKind = { facts: 'kind BETWEEN 1 AND 6', episodes: 'kind = 7' } as const;
type MemoryIndex = keyof typeof isOfKind;

/** `Mnem` in ASCII: identifies Mneme's files. */
export const applicationId = 0x4d6e656d;

/** Changes with the tables of a file. Files of another version are refused. */
export const schemaVersion = 4;

/** Checks the row numbers of each row in the file itself. */
export const triggers = [
  `CREATE TRIGGER records_in_scope AFTER INSERT ON records WHEN NEW.row / ${rowsPerScope} <> NEW.scope
BEGIN SELECT RAISE(ABORT, 'a record would get a row of another scope'); END`,
  `CREATE TRIGGER chunks_in_store AFTER INSERT ON document_chunks
WHEN NEW.row / ${rowsPerScope} IS NOT
  (SELECT s.partition FROM documents d JOIN document_stores s ON s.number = d.store WHERE d.number = NEW.document)
BEGIN SELECT RAISE(ABORT, 'a chunk would get a row of another store'); END`,
];

/**
 * A record is one JSON value, `body`, beside columns computed from it for look-ups and filters: times in milliseconds,
 * ids as 16 bytes, `kind` as in `kindNumber` (0: the engine's own records). Facts and episodes have separate indexes,
 * because facts are few beside turns.
 */
export const recordsSql = `
CREATE TABLE records (
  row INTEGER PRIMARY KEY,
  scope INTEGER NOT NULL REFERENCES scopes (number),
  id BLOB NOT NULL,
  version INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  importance INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  confirmed_at INTEGER NOT NULL,
  occurred_at INTEGER NOT NULL,
  expires_at INTEGER,
  valid_to INTEGER,
  superseded_by BLOB,
  session TEXT,
  sequence REAL,
  external_id TEXT,
  content_key BLOB NOT NULL,
  matter TEXT,
  last_accessed_at TEXT,
  access_count INTEGER NOT NULL DEFAULT 0,
  checksum INTEGER NOT NULL,
  body TEXT NOT NULL,
  terms TEXT NOT NULL
);
CREATE UNIQUE INDEX records_by_id ON records (scope, id);
CREATE INDEX records_by_key ON records (scope, content_key) WHERE superseded_by IS NULL;
CREATE INDEX records_by_external_id ON records (scope, external_id) WHERE external_id IS NOT NULL AND superseded_by IS NULL;
CREATE INDEX records_by_matter ON records (scope, matter) WHERE matter IS NOT NULL AND superseded_by IS NULL;
CREATE INDEX records_by_turn ON records (scope, session, sequence) WHERE session IS NOT NULL;
CREATE INDEX records_by_successor ON records (scope, superseded_by) WHERE superseded_by IS NOT NULL;
${['facts', 'episodes']
  .map(
    (kind) => `
CREATE INDEX ${kind}_by_time ON records (scope, created_at, id) WHERE ${isOfKind[kind as MemoryIndex]};
CREATE INDEX ${kind}_by_importance ON records (scope, importance, created_at, id) WHERE ${isOfKind[kind as MemoryIndex]};`,
  )
  .join('')}
`;

/**
 * The index of each scope, and of the passages of each document store, as @mneme/core/index reads it: `heads` are the
 * filter fields of rows, `words` the postings in a range of rows. `state` lists the ranges and the checksums of all
 * blocks. `revision` counts the commits; `changed` is that of the last one that wrote a block.
 */
export const indexSql = `
CREATE TABLE heads (
  block INTEGER PRIMARY KEY,
  scope INTEGER NOT NULL,
  changed INTEGER NOT NULL,
  data BLOB NOT NULL
);
CREATE INDEX heads_changed ON heads (scope, changed);
CREATE TABLE words (
  scope INTEGER NOT NULL,
  start INTEGER NOT NULL,
  bucket INTEGER NOT NULL,
  data BLOB NOT NULL
);
CREATE UNIQUE INDEX words_by_range ON words (scope, start, bucket);
`;

export const schemaSql = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE scopes (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  record_count INTEGER NOT NULL DEFAULT 0,
  term_total INTEGER NOT NULL DEFAULT 0,
  next_row INTEGER NOT NULL DEFAULT 1,
  revision INTEGER NOT NULL DEFAULT 0,
  state TEXT NOT NULL DEFAULT '{"ranges":[],"words":0,"sums":{}}'
);
${recordsSql}
CREATE TABLE record_facets (
  scope INTEGER NOT NULL,
  facet TEXT NOT NULL,
  row INTEGER NOT NULL,
  PRIMARY KEY (scope, facet, row)
) WITHOUT ROWID;
${indexSql}
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
 * The vectors of one embedder: codes to scan, in blocks, and for each row the rest that makes them exact (empty for a
 * vector of zeros). `sum` covers both.
 */
export function vectorTablesSql(table: string): string {
  return `
CREATE TABLE ${table} (row INTEGER PRIMARY KEY, sum INTEGER NOT NULL, rest BLOB NOT NULL);
CREATE TABLE ${table}_codes (
  block INTEGER PRIMARY KEY,
  scope INTEGER NOT NULL,
  changed INTEGER NOT NULL,
  data BLOB NOT NULL
);
CREATE INDEX ${table}_codes_changed ON ${table}_codes (scope, changed);
`;
}
