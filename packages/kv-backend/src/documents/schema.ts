export const documentChunksSql = `
CREATE TABLE document_chunks (
  row INTEGER PRIMARY KEY,
  document INTEGER NOT NULL,
  start INTEGER NOT NULL,
  end INTEGER NOT NULL,
  line INTEGER NOT NULL,
  length INTEGER NOT NULL,
  terms TEXT NOT NULL
);
CREATE INDEX document_chunks_by_document ON document_chunks (document);
`;

/**
 * The tables of documents. Each store has its own row in `scopes` (with a name that no scope can have), and so its own
 * range of row numbers and its own index, in the tables of the records' indexes. Contents are stored once, in the
 * versions.
 */
export const documentSchemaSql = `
CREATE TABLE document_scopes (
  name TEXT PRIMARY KEY,
  documents INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

CREATE TABLE document_stores (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  scope TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  metadata TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  archived_at TEXT,
  changed_at TEXT NOT NULL,
  partition INTEGER NOT NULL,
  chunk_count INTEGER NOT NULL DEFAULT 0,
  term_total INTEGER NOT NULL DEFAULT 0,
  next_row INTEGER NOT NULL DEFAULT 1,
  version INTEGER NOT NULL DEFAULT 1,
  row_sum TEXT NOT NULL DEFAULT ''
);
CREATE INDEX document_stores_by_scope ON document_stores (scope, number);
CREATE INDEX document_stores_by_name ON document_stores (scope, name, number);

CREATE TABLE documents (
  number INTEGER PRIMARY KEY,
  store INTEGER NOT NULL REFERENCES document_stores (number),
  id TEXT NOT NULL,
  path TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  version INTEGER NOT NULL,
  version_id TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  last_read_at TEXT,
  row_sum TEXT NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX documents_by_path ON documents (store, path);
CREATE UNIQUE INDEX documents_by_id ON documents (store, id);

CREATE TABLE document_versions (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  store INTEGER NOT NULL REFERENCES document_stores (number),
  id TEXT NOT NULL,
  document TEXT NOT NULL,
  document_number INTEGER NOT NULL,
  operation TEXT NOT NULL,
  created_at TEXT NOT NULL,
  actor_type TEXT,
  actor_id TEXT,
  path TEXT,
  content TEXT,
  sha256 TEXT,
  checksum TEXT,
  size_bytes INTEGER,
  redacted_at TEXT,
  redactor_type TEXT,
  redactor_id TEXT,
  row_sum TEXT NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX document_versions_by_id ON document_versions (store, id);
CREATE INDEX document_versions_by_store ON document_versions (store, number);
CREATE INDEX document_versions_by_document ON document_versions (store, document, number);

${documentChunksSql}`;
