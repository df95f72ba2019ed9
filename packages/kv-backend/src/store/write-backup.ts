import { node } from '../node.ts';
import { bounded } from './bounded.ts';
import type { Connection } from './connection.ts';
import { isNamed } from './erasures.ts';
import { idOf } from './ids.ts';
import { isIntact, type RecordRow, recordColumns } from './rows.ts';
import { everyRow } from './statements.ts';

/** The contents of a backup, counted in the backup itself. */
export interface BackupCounts {
  records: number;
  documents: number;
  /** Versions of documents. */
  versions: number;
  /** Ids of records and versions that are damaged in the store, and so in the backup. */
  damaged: string[];
}

/** Writes a copy to an empty file, and reads it. */
export function writeBackup(connection: Connection, path: string): BackupCounts {
  return connection.copyTo(path, (copy) => {
    const count = (table: string) =>
      copy.column<number>(`SELECT count(*) FROM ${table}`).get() ?? 0;
    return {
      // Without the engine's own notes.
      records: count('records WHERE kind > 0'),
      documents: count('documents'),
      versions: count('document_versions'),
      damaged: [...damagedRows(copy)],
    };
  });
}

/** Compared with the checksums from when they were written. */
function* damagedRows(connection: Connection): Generator<string> {
  const records = everyRow<RecordRow & { scope_name: string }>(
    connection,
    `SELECT ${recordColumns}, r.row AS place, s.name AS scope_name
     FROM records r JOIN scopes s ON s.number = r.scope WHERE r.row > ? AND ${isNamed('s.name')} ORDER BY r.row`,
  );
  for (const row of records) if (!isIntact(row.scope_name, row)) yield idOf(row.id);
  const versions = everyRow<{ id: string; content: string; sha256: string }>(
    connection,
    `SELECT number AS place, id, ${bounded('content')}, sha256 FROM document_versions
     WHERE number > ? AND content IS NOT NULL ORDER BY number`,
  );
  for (const { id, content, sha256 } of versions)
    if (node.crypto.hash('sha256', content) !== sha256) yield id;
}
