import { open } from 'node:fs/promises';
import type { SourceFile } from './source.ts';

const mark = Buffer.from('SQLite format 3\0');

/** Whether a file on disk is a SQLite database. */
export async function isSqlite(file: SourceFile): Promise<boolean> {
  return file.path !== undefined && beginsWith(file.path, mark);
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
