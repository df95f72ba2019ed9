import { open } from 'node:fs/promises';
import type { ForeignFile } from '@mneme/sqlite';
import type { SourceFile } from './source.ts';

const mark = Buffer.from('SQLite format 3\0');
const pageSize = 500;

/** Whether a file on disk is a SQLite database. */
export async function isSqlite(file: SourceFile): Promise<boolean> {
  return file.path !== undefined && beginsWith(file.path, mark);
}

/**
 * The rows of a query page by page, ordered by row number. The query must select `rowid as place`, with `rowid > ?` in
 * its `where`.
 */
export function* rowsOf<T extends { place: number }>(file: ForeignFile, sql: string): Generator<T> {
  let after = -1;
  for (;;) {
    const rows = file.rows<T>(`${sql} order by place limit ${pageSize}`, after);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    after = last.place;
  }
}

/** Whether a file begins with these bytes; false if it is shorter. */
export async function beginsWith(path: string, mark: Uint8Array): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(mark.length), 0, mark.length, 0);
    return buffer.equals(mark);
  } finally {
    await file.close();
  }
}
