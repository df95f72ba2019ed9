import type { Column, Tables } from './rows/rows.ts';

const columnsOf = (kept: Column['kept']) => ({
  text: { type: 'text', kept } as const,
  integer: { type: 'integer', kept } as const,
  real: { type: 'real', kept } as const,
  bytes: { type: 'bytes', kept } as const,
});
const plain = columnsOf('plain');
const hashed = columnsOf('hashed');
const sealed = columnsOf('sealed');

/**
 * What a store keeps, whatever its technology. Columns named `sum` or `…_sum` are checksums: see `checksums/`.
 */
export const tables = {
  /**
   * What the store knows of itself: the row `store`, of which `version` counts the changes, and the row `scopes`: how
   * many scopes there are, and the sum of their hashes.
   */
  meta: {
    columns: {
      key: plain.text,
      version: plain.integer,
      value: plain.text,
      count: plain.integer,
      hashes: plain.integer,
      sum: sealed.integer,
    },
    key: ['key'],
    indexes: {},
  },
  /**
   * `revision` counts the commits of a scope, and each waits for the one before. `epoch` is another one after an
   * erasure. `next_number` is that of the next record, passage, version or document store. `lines`, `chain` and `cut`:
   * the end and the beginning of its audit. `erasing`: what its erasure removes, from when it began. `sums`: of the rows
   * of each table. The row without a name is the store's own: its audit has the erasures.
   */
  scopes: {
    columns: {
      scope: plain.text,
      epoch: plain.text,
      revision: plain.integer,
      next_number: plain.integer,
      records: plain.integer,
      documents: plain.integer,
      bytes: plain.integer,
      lines: plain.integer,
      chain: plain.text,
      cut: plain.text,
      erasing: plain.text,
      sums: sealed.text,
      sum: sealed.integer,
    },
    key: ['scope'],
    indexes: { by_erasing: ['erasing'] },
  },
  /**
   * A record is `body`, as JSON, beside columns computed from it to find it by. `changed` is the revision that wrote it
   * last. `family` is absent for the engine's own records, which only `get` returns.
   */
  records: {
    columns: {
      scope: plain.text,
      id: plain.text,
      number: plain.integer,
      changed: plain.integer,
      version: plain.integer,
      kind: plain.integer,
      family: plain.text,
      importance: plain.integer,
      created_at: plain.integer,
      occurred_at: plain.integer,
      expires_at: plain.integer,
      valid_to: plain.integer,
      superseded_by: plain.text,
      session: hashed.text,
      sequence: plain.real,
      external_id: hashed.text,
      content_key: hashed.text,
      matter: hashed.text,
      length: plain.integer,
      terms: sealed.text,
      pending: plain.integer,
      sum: sealed.integer,
      body: sealed.text,
      body_sum: sealed.integer,
    },
    key: ['scope', 'id'],
    indexes: {
      by_number: ['scope', 'number'],
      by_change: ['scope', 'changed', 'number'],
      by_time: ['scope', 'family', 'created_at', 'id'],
      by_importance: ['scope', 'family', 'importance', 'created_at', 'id'],
      by_turn: ['scope', 'session', 'sequence', 'id'],
      by_external_id: ['scope', 'external_id'],
      by_content: ['scope', 'content_key', 'kind'],
      by_matter: ['scope', 'matter', 'kind', 'created_at', 'id'],
      by_successor: ['scope', 'superseded_by'],
      by_pending: ['pending', 'scope', 'number'],
    },
    large: true,
  },
  /** How often a record was read, and when last: apart from it, so that reading rewrites no record. */
  accesses: {
    columns: {
      scope: plain.text,
      number: plain.integer,
      count: plain.integer,
      last_at: plain.text,
    },
    key: ['scope', 'number'],
    indexes: {},
  },
  /** Tags and source fields of records, hashed. */
  facets: {
    columns: { scope: plain.text, number: plain.integer, facet: hashed.text },
    key: ['scope', 'number', 'facet'],
    indexes: { by_facet: ['scope', 'facet', 'number'] },
    large: true,
  },
  /**
   * Vectors of records and passages, in the space of one embedder: `code` to scan, and the `rest` that makes it exact.
   */
  vectors: {
    columns: {
      scope: plain.text,
      space: plain.integer,
      number: plain.integer,
      changed: plain.integer,
      code: plain.bytes,
      sum: sealed.integer,
      rest: plain.bytes,
      rest_sum: sealed.integer,
    },
    key: ['scope', 'space', 'number'],
    indexes: {
      by_change: ['scope', 'space', 'changed'],
      by_space: ['space', 'scope', 'number'],
    },
    large: true,
  },
  /** Document stores. */
  stores: {
    columns: {
      scope: plain.text,
      id: plain.text,
      number: plain.integer,
      name: hashed.text,
      version: plain.integer,
      updated_at: plain.text,
      changed_at: plain.text,
      chunks: plain.integer,
      info: sealed.text,
      sum: sealed.integer,
    },
    key: ['scope', 'id'],
    indexes: { by_number: ['scope', 'number'] },
  },
  /** Live documents. The text is that of the version `version_id`. */
  documents: {
    columns: {
      scope: plain.text,
      store: plain.text,
      id: plain.text,
      path: plain.text,
      version_id: plain.text,
      sha256: plain.text,
      size: plain.integer,
      created_at: plain.text,
      updated_at: plain.text,
      last_read_at: plain.text,
      sum: sealed.integer,
    },
    key: ['scope', 'store', 'id'],
    indexes: { by_path: ['scope', 'store', 'path'] },
  },
  /** Versions of documents, also of deleted ones. `version` is JSON without the content. */
  versions: {
    columns: {
      scope: plain.text,
      store: plain.text,
      id: plain.text,
      number: plain.integer,
      document: plain.text,
      version: sealed.text,
      sum: sealed.integer,
      content: sealed.bytes,
      content_sum: sealed.integer,
    },
    key: ['scope', 'store', 'id'],
    indexes: {
      by_number: ['scope', 'store', 'number'],
      by_document: ['scope', 'store', 'document', 'number'],
    },
    large: true,
  },
  /** Passages of live documents, as the index needs them. */
  chunks: {
    columns: {
      scope: plain.text,
      number: plain.integer,
      store: plain.text,
      changed: plain.integer,
      document: plain.text,
      start_at: plain.integer,
      end_at: plain.integer,
      line: plain.integer,
      length: plain.integer,
      terms: sealed.text,
      sum: sealed.integer,
    },
    key: ['scope', 'number'],
    indexes: {
      by_change: ['scope', 'store', 'changed', 'number'],
      by_number: ['scope', 'store', 'number'],
      by_document: ['scope', 'store', 'document', 'number'],
    },
    large: true,
  },
  /**
   * Lines of each scope in a chain, numbered from 1: `hash` is that of the chain up to the line. The store's own lines
   * are under the scope '', `about` the scope of their entry. A line without a time is a `note` only. Of a line that an
   * erasure emptied, its `digest` stays.
   */
  audit: {
    columns: {
      scope: plain.text,
      number: plain.integer,
      at: plain.text,
      about: hashed.text,
      entry: sealed.text,
      salt: sealed.text,
      note: plain.text,
      digest: plain.text,
      erased_by: plain.integer,
      hash: plain.text,
      sum: sealed.integer,
    },
    key: ['scope', 'number'],
    indexes: {
      by_time: ['at', 'number', 'scope'],
      by_scope: ['scope', 'at', 'number'],
      by_about: ['about', 'at', 'number'],
    },
  },
} as const satisfies Tables;
