import { fstatSync, fsyncSync, readSync, writeSync } from 'node:fs';

const magic = 'SQLite format 3\0';
/** Leaves and inner pages of tables and indexes. */
const treePages: ReadonlySet<number> = new Set([2, 5, 10, 13]);
/** Pages of other kinds begin with a page number; up to this one none looks like the page of a tree. */
const mostPages = 0x02000000;
const chunkBytes = 1 << 20;

/**
 * Overwrites what is between the cells of pages. When SQLite rebalances a tree it moves cells, and leaves the old
 * copies in the gap, even with `secure_delete`: so whole removed texts can stay there. SQLite never reads a gap, so
 * this changes no content; but nobody may write meanwhile. Starts at a byte, runs for a time, and returns where to
 * continue: `end` if nothing is left, `unknown` if the file has pages of other kinds.
 */
export function overwriteGaps(
  file: number,
  { from, forMs }: { from: number; forMs: number },
): number | 'end' | 'unknown' {
  const until = performance.now() + forMs;
  const header = Buffer.alloc(100);
  if (readSync(file, header, 0, 100, 0) < 100) return 'end';
  if (header.toString('latin1', 0, 16) !== magic) return 'unknown';
  const written = header.readUInt16BE(16);
  const pageBytes = written === 1 ? 65_536 : written;
  const usable = pageBytes - header.readUInt8(20);
  const movesPages = header.readUInt32BE(52) !== 0;
  const { size } = fstatSync(file);
  if (movesPages || size / pageBytes >= mostPages || chunkBytes % pageBytes !== 0) return 'unknown';

  const chunk = Buffer.alloc(chunkBytes);
  const zeros = Buffer.alloc(pageBytes);
  let changed = false;
  let start = from;
  for (; start < size && (start === from || performance.now() < until); start += chunkBytes) {
    const bytes = readSync(file, chunk, 0, chunkBytes, start);
    for (let at = 0; at + pageBytes <= bytes; at += pageBytes) {
      const page = chunk.subarray(at, at + usable);
      const gap = gapOf(page, start + at === 0 ? 100 : 0);
      if (gap === undefined) continue;
      writeSync(file, zeros, 0, gap.end - gap.start, start + at + gap.start);
      changed = true;
    }
  }
  if (changed) fsyncSync(file);
  return start < size ? start : 'end';
}

/** Where a page of a tree has bytes that are not a cell. Undefined: nowhere. */
function gapOf(page: Buffer, header: number): { start: number; end: number } | undefined {
  const kind = page.readUInt8(header);
  if (!treePages.has(kind)) return undefined;
  const pointers = header + (kind === 2 || kind === 5 ? 12 : 8);
  const start = pointers + 2 * page.readUInt16BE(header + 3);
  const end = page.readUInt16BE(header + 5) || 65_536;
  // A damaged page is not changed.
  if (end > page.length) return undefined;
  for (let index = start; index < end; index++) if (page[index] !== 0) return { start, end };
  return undefined;
}
