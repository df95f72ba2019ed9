import type { Column, Row } from '@mneme/store/rows';
import { damaged } from '../file/errors.ts';

/**
 * Throws `damaged` for a value that its column cannot have: SQLite stores any value in any column, and somebody else may
 * have made the file. Bytes are plain afterwards, without what a library adds to them.
 */
export function requireTypes(
  rows: readonly Row[],
  { columns, where }: { columns: Readonly<Record<string, Column>>; where: string },
): void {
  for (const [name, { type }] of Object.entries(columns))
    for (const row of rows) {
      const cell = row[name];
      if (cell === null) continue;
      if (type === 'bytes' && cell instanceof Uint8Array)
        row[name] = new Uint8Array(cell.buffer, cell.byteOffset, cell.length);
      else if (!(type === 'text' ? typeof cell === 'string' : isNumber(cell, type === 'integer')))
        throw damaged(`a value of ${name} in ${where}`);
    }
}

function isNumber(cell: unknown, isWhole: boolean): boolean {
  return isWhole ? Number.isSafeInteger(cell) : typeof cell === 'number';
}
