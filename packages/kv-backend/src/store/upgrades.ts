import type { Database } from '../drivers/index.ts';
import { node } from '../node.ts';
import { chainAudit } from './audit-chain.ts';
import { beginUpgrade } from './begin-upgrade.ts';
import { contentChecksum } from './damaged.ts';
import { rowSum, type Summed, summed } from './row-sum.ts';

/**
 * Upgrades a file from one schema to the next, inside one transaction; foreign keys are not enforced there, but checked
 * at its end. An upgraded file and a new file must have the same tables.
 */
export type Upgrade = (database: Database) => void;

/** The first is for files of schema 1. An entry never changes after its release. */
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
    `);
    addContentChecksums(database);
    addRowSums(database);
    chainAudit(database);
  },
  (database) =>
    database.exec(`
      ALTER TABLE records ADD COLUMN kind TEXT NOT NULL DEFAULT '';
      ALTER TABLE records ADD COLUMN evidence TEXT;
      ALTER TABLE records ADD COLUMN extracted_by TEXT;
    `),
  beginUpgrade,
];

/** A content that does not match its hash gets no checksum, so it stays damaged. */
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
      if (node.crypto.hash('sha256', content) === sha256)
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
