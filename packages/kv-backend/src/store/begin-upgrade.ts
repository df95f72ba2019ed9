import type { EmbedderIdentity } from '@mneme/core/contract';
import { documentChunksSql } from '../documents/schema.ts';
import type { Database } from '../drivers/index.ts';
import { indexSql, recordsSql, triggersSql, vectorTablesSql } from './schema.ts';
import { firstTable } from './spaces.ts';

/**
 * Files of schema 3 and before have words in FTS5 and vectors in sqlite-vec. Their rows are rewritten step by step, so
 * that a large file is upgraded in short transactions, and a killed upgrade continues. Meanwhile the file has the
 * number of the new schema, so that no older program writes to it, and a mark in `meta`, so that nobody reads it before
 * it is done.
 */
export const markKey = 'upgrade';

export interface Mark {
  /** The schema before the upgrade. */
  from: number;
  /** Old vector tables, and the tables that replace them. */
  spaces: OldSpace[];
  /** Tables of sqlite-vec that must still be removed. */
  vectorTables: string[];
  total: number;
  done: number;
}

export interface OldSpace {
  embedder: EmbedderIdentity;
  from: string;
  to: string;
  /** It answers searches; the other one is being built. */
  isCurrent: boolean;
}

/** Inside the transaction that gives the file its new number. */
export function beginUpgrade(database: Database): void {
  const column = <T>(sql: string) => database.prepareColumn<T>(sql);
  const meta = (key: string) =>
    database.prepareColumn<string>('SELECT value FROM meta WHERE key = ?').get(key);
  for (const name of column<string>(
    `SELECT name FROM sqlite_schema WHERE type = 'trigger'
     UNION ALL SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN ('records', 'document_chunks')`,
  ).all()) {
    const type = column<string>(`SELECT type FROM sqlite_schema WHERE name = '${name}'`).get();
    database.exec(`DROP ${type} ${name}`);
  }
  const embedder = meta('embedder');
  const stored = JSON.parse(meta('spaces') ?? '{}') as {
    table?: string;
    next?: { embedder: EmbedderIdentity; table: string };
    retired?: string[];
  };
  const spaces: OldSpace[] = [];
  if (embedder !== undefined)
    spaces.push({
      embedder: JSON.parse(embedder) as EmbedderIdentity,
      from: stored.table ?? 'record_vectors',
      to: firstTable,
      isCurrent: true,
    });
  if (stored.next !== undefined)
    spaces.push({
      embedder: stored.next.embedder,
      from: stored.next.table,
      to: `${firstTable}_2`,
      isCurrent: false,
    });
  database.exec(`
    ALTER TABLE records RENAME TO old_records;
    ALTER TABLE document_chunks RENAME TO old_chunks;
    ALTER TABLE scopes ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE scopes ADD COLUMN state TEXT NOT NULL DEFAULT '{"ranges":[],"words":0,"sums":{}}';
    UPDATE scopes SET record_count = 0, term_total = 0;
    ${recordsSql} ${indexSql} ${documentChunksSql} ${triggersSql}
    ${spaces.map(({ to }) => vectorTablesSql(to)).join('')}
  `);
  const save = database.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)');
  const next = spaces.find(({ isCurrent }) => !isCurrent);
  if (spaces.length > 0)
    save.run(
      'spaces',
      JSON.stringify({
        table: firstTable,
        next: next && { embedder: next.embedder, table: next.to },
        retired: [],
      }),
    );
  const mark: Mark = {
    from: database.prepareColumn<number>('PRAGMA user_version').get() ?? 0,
    spaces,
    vectorTables: [...spaces.map(({ from }) => from), ...(stored.retired ?? [])],
    total: Number(
      column('SELECT (SELECT count(*) FROM old_records) + (SELECT count(*) FROM old_chunks)').get(),
    ),
    done: 0,
  };
  save.run(markKey, JSON.stringify(mark));
}
