import { fieldColumns } from './records/fields.ts';
import type { Column, Tables } from './rows/rows.ts';

const columnsOf = (kept: Column['kept']) => ({
  text: { type: 'text', kept } as const,
  integer: { type: 'integer', kept } as const,
  real: { type: 'real', kept } as const,
  bytes: { type: 'bytes', kept } as const,
});
const plain = columnsOf('plain');
const hashed = columnsOf('hashed');
const sorted = columnsOf('sorted');
const sealed = columnsOf('sealed');
const checksum = { ...sealed.integer, isSum: true } as const;

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
      sum: checksum,
    },
    key: ['key'],
    indexes: {},
  },
  /**
   * `revision` counts the commits of a scope, and each waits for the one before. `epoch` is another one after an
   * erasure. `past` tells revisions from those with the same number in another past: see `scopes/past.ts`. `next_number` is that of the next record, passage, version or document store. `counts`: how many records
   * of each kind there are, and how many of them were superseded. `lines`, `chain` and `cut`: the end and the beginning of
   * its audit. `erasing`: what its erasure removes, from when it began, or that the rows are a copy for a move, or one that
   * was moved; nothing of such a scope is answered. `moving`: until when its writers wait for a move: see
   * `databases/moving.ts`. `sums`: of the rows of each table. The row without a name is the store's own: its audit has the
   * erasures.
   */
  scopes: {
    columns: {
      scope: plain.text,
      epoch: plain.text,
      revision: plain.integer,
      past: plain.text,
      next_number: plain.integer,
      records: plain.integer,
      counts: plain.text,
      documents: plain.integer,
      bytes: plain.integer,
      lines: plain.integer,
      chain: plain.text,
      cut: plain.text,
      erasing: plain.text,
      moving: plain.text,
      sums: { ...sealed.text, isSum: true },
      sum: checksum,
    },
    key: ['scope'],
    indexes: { by_erasing: ['erasing'] },
  },
  /**
   * A record is the columns of `records/fields.ts` and `body`, the JSON of the others; the other columns are computed from it to
   * find it by. `changed` is the revision that wrote it last, also that of a new vector; `edited` the same, or null if it
   * is as it was added. `family` is null for the engine's own records, which only `get` returns. `pending`: 1 if it has no
   * vector in the current space, or none in the next one for all that its last write knows; otherwise null.
   */
  records: {
    columns: {
      ...fieldColumns,
      number: plain.integer,
      changed: plain.integer,
      edited: plain.integer,
      session: hashed.text,
      sequence: plain.real,
      external_id: hashed.text,
      content_key: hashed.text,
      matter: hashed.text,
      length: plain.integer,
      terms: sealed.text,
      pending: plain.integer,
      sum: checksum,
      body: sealed.text,
      body_sum: checksum,
    },
    key: ['scope', 'id'],
    indexes: {
      by_number: ['scope', 'number'],
      by_change: ['scope', 'changed', 'number'],
      by_edit: ['scope', 'edited', 'number'],
      by_time: ['scope', 'family', 'created_at', 'id'],
      by_importance: ['scope', 'family', 'importance', 'created_at', 'id'],
      by_turn: ['scope', 'session', 'sequence', 'id', 'number'],
      by_external_id: ['scope', 'external_id'],
      by_content: ['scope', 'content_key', 'kind'],
      by_matter: ['scope', 'matter', 'kind', 'created_at', 'id'],
      by_successor: ['scope', 'superseded_by'],
      by_expiry: ['scope', 'expires_at'],
      by_pending: ['pending', 'scope', 'number'],
    },
    large: true,
  },
  /** How often a record was read, and when last: apart from it, so that reading rewrites no record. */
  accesses: {
    columns: {
      scope: plain.text,
      id: plain.text,
      count: plain.integer,
      last_at: plain.text,
    },
    key: ['scope', 'id'],
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
      code: plain.bytes,
      sum: checksum,
      rest: plain.bytes,
      rest_sum: checksum,
    },
    key: ['scope', 'space', 'number'],
    indexes: { by_space: ['space', 'scope', 'number'] },
    large: true,
  },
  /**
   * Document stores. `documents`, `bytes` and `chunks` count what is in them; `changed_at` is the time of the last write
   * in them.
   */
  stores: {
    columns: {
      scope: plain.text,
      id: plain.text,
      number: plain.integer,
      name: hashed.text,
      version: plain.integer,
      updated_at: plain.text,
      changed_at: plain.text,
      documents: plain.integer,
      bytes: plain.integer,
      chunks: plain.integer,
      info: sealed.text,
      sum: checksum,
    },
    key: ['scope', 'id'],
    indexes: {
      by_number: ['scope', 'number'],
      by_name: ['scope', 'name', 'number'],
    },
  },
  /**
   * Live documents. The text is that of the version `version_id`, the last one of the document. `used_at` is the later of
   * the times of its last change and of its last read.
   */
  documents: {
    columns: {
      scope: plain.text,
      store: plain.text,
      id: plain.text,
      path: sorted.text,
      version_id: plain.text,
      version_number: plain.integer,
      sha256: sealed.text,
      size: plain.integer,
      created_at: plain.text,
      updated_at: plain.text,
      last_read_at: plain.text,
      used_at: plain.text,
      sum: checksum,
    },
    key: ['scope', 'store', 'id'],
    indexes: {
      by_path: ['scope', 'store', 'path', 'id'],
      by_use: ['scope', 'used_at'],
    },
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
      sum: checksum,
      content: sealed.bytes,
      content_sum: checksum,
    },
    key: ['scope', 'store', 'id'],
    indexes: {
      by_number: ['scope', 'store', 'number'],
      by_document: ['scope', 'store', 'document', 'number'],
    },
    large: true,
  },
  /**
   * Passages of live documents, as the index needs them. `pending`: 1 without a vector in each space, or null. `changed`
   * and `edited` as those of a record.
   */
  chunks: {
    columns: {
      scope: plain.text,
      number: plain.integer,
      store: plain.text,
      changed: plain.integer,
      edited: plain.integer,
      document: plain.text,
      start_at: plain.integer,
      end_at: plain.integer,
      line: plain.integer,
      length: plain.integer,
      terms: sealed.text,
      pending: plain.integer,
      sum: checksum,
    },
    key: ['scope', 'number'],
    indexes: {
      by_change: ['scope', 'store', 'changed', 'number'],
      by_edit: ['scope', 'store', 'edited', 'number'],
      by_number: ['scope', 'store', 'number'],
      by_document: ['scope', 'store', 'document', 'number'],
      by_pending: ['pending', 'scope', 'number'],
    },
    large: true,
  },
  /**
   * Keys of a server, of all scopes: only the hash of the secret part. `number` is their order. `active`: 1, or null once
   * the key is revoked.
   */
  keys: {
    columns: {
      number: plain.integer,
      id: plain.text,
      hash: plain.text,
      scope: plain.text,
      access: plain.text,
      created_at: plain.text,
      revoked_at: plain.text,
      active: plain.integer,
      sum: checksum,
    },
    key: ['number'],
    indexes: {
      by_id: ['id'],
      by_scope: ['scope', 'number'],
      by_activity: ['active', 'number'],
    },
  },
  /**
   * If several databases are one store, the first one has a row for each scope: `home` is its database, `moves` counts how
   * often that changed, `moving` is the journal of a move that is not finished, and `was` has earlier databases as JSON.
   * `list` is always 1: rows of a key that begins with the scope would go with the rows of the scope.
   */
  places: {
    columns: {
      list: plain.integer,
      scope: plain.text,
      home: plain.text,
      moves: plain.integer,
      moving: plain.text,
      was: plain.text,
      sum: checksum,
    },
    key: ['list', 'scope'],
    indexes: { by_home: ['home', 'scope'], by_moving: ['moving'] },
  },
  /**
   * Parts of indexes for a quick start, derived from rows: the rows of an owner whose numbers, divided by 1024, give
   * `part`, and are below `until`, as they were at `revision`. `owner` is a document store, or empty for the records. `sum` covers the other
   * columns. See `index/segment.ts`.
   */
  segments: {
    columns: {
      scope: plain.text,
      owner: plain.text,
      part: plain.integer,
      until: plain.integer,
      epoch: plain.text,
      space: plain.integer,
      revision: plain.integer,
      sum: plain.integer,
      content_sum: checksum,
      content: sealed.bytes,
    },
    key: ['scope', 'owner', 'part'],
    indexes: {},
    large: true,
  },
  /**
   * Numbers of rows that commits have removed, as JSON, for indexes in memory. Only the last ones: `slot` is the
   * revision `changed` modulo 64.
   */
  removals: {
    columns: {
      scope: plain.text,
      slot: plain.integer,
      changed: plain.integer,
      numbers: plain.text,
    },
    key: ['scope', 'slot'],
    indexes: { by_change: ['scope', 'changed'] },
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
      sum: checksum,
    },
    key: ['scope', 'number'],
    indexes: {
      by_time: ['at', 'number', 'scope'],
      by_scope: ['scope', 'at', 'number'],
      by_about: ['about', 'at', 'number'],
    },
  },
} as const satisfies Tables;
