import { firstFitting } from '@mneme/core/faces';
import { isList, show } from '@mneme/core/input';
import { checkLines, numberLine } from './edit-text.ts';
import type { TreeEntry } from './file-tree.ts';
import { refuse } from './memory-path.ts';

const units = ['B', 'K', 'M', 'G', 'T'];

/** `0B`, `512B`, `5.5K`, `1.2M`. */
function formatSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${Number.isInteger(size) ? size : size.toFixed(1)}${units[unit]}`;
}

/** Numbered lines of a file, up to a number of characters; a note says how to see the rest. */
export function viewFile(
  text: string,
  options: { path: string; range: [number, number] | undefined; maxCharacters: number },
): string {
  const { path, range = [1, -1], maxCharacters } = options;
  checkLines(path, text);
  const lines = text.split('\n');
  const from = Math.max(1, range[0]);
  const to = range[1] === -1 ? lines.length : Math.min(range[1], lines.length);
  const wanted = lines.slice(from - 1, to);
  const sizeOf = (line: string) => numberLine(line, 1).length + 1;
  const shown = firstFitting(wanted, { most: maxCharacters, sizeOf }).map((line, index) =>
    numberLine(line, from + index),
  );
  const next = from + shown.length;
  if (shown.length < wanted.length)
    shown.push(
      `[Lines ${from} to ${next - 1} of ${lines.length} are shown. To read on, view with view_range [${next}, ${range[1]}].]`,
    );
  return `Here's the content of ${path} with line numbers:\n${shown.join('\n')}`;
}

/** `undefined`: the whole file. */
export function parseRange(range: unknown): [number, number] | undefined {
  if (range === undefined || range === null) return undefined;
  const [from, to] = isList(range) && range.length === 2 ? range : [];
  if (Number.isInteger(from) && Number.isInteger(to)) {
    const [first, last] = [from as number, to as number];
    if (last === -1 || last >= first) return [first, last];
  }
  throw refuse(
    `Invalid \`view_range\` parameter: ${show(range)}. It should be two line numbers [from, to], from 1; -1 as the second one means the end of the file.`,
    'view_range',
  );
}

/** A directory, then its entries sorted by name, each followed by what is below it. */
export function viewDirectory(options: {
  path: string;
  sizeBytes: number;
  entries: readonly TreeEntry[];
  maxCharacters: number;
}): string {
  const { path, sizeBytes, entries, maxCharacters } = options;
  const folder = path.endsWith('/') ? path.slice(0, -1) : path;
  const lines = entries
    .filter(({ segments }) => !segments.some(isHidden))
    .sort((a, b) => compareSegments(a.segments, b.segments))
    .map(({ segments, kind, sizeBytes }) => {
      const end = kind === 'directory' ? '/' : '';
      return `${formatSize(sizeBytes)}\t${folder}/${segments.join('/')}${end}`;
    });
  const shown = firstFitting(lines, { most: maxCharacters, sizeOf: (line) => line.length + 1 });
  const left = lines.length - shown.length;
  if (left > 0)
    shown.push(
      `[${left} more entries are not shown. View a directory below this one to see its own.]`,
    );
  return [
    `Here're the files and directories up to 2 levels deep in ${path}, excluding hidden items and node_modules:`,
    `${formatSize(sizeBytes)}\t${folder}`,
    ...shown,
  ].join('\n');
}

/**
 * Also shown: names that no command accepts, with escapes, because invisible characters could write lines of their own.
 */
function isHidden(segment: string): boolean {
  return (
    segment.startsWith('.') ||
    segment === 'node_modules' ||
    /[\p{Cc}\p{Cf}\u2028\u2029]/u.test(segment)
  );
}

function compareSegments(left: readonly string[], right: readonly string[]): number {
  for (const [index, segment] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    if (segment !== other) return segment < other ? -1 : 1;
  }
  return left.length - right.length;
}
