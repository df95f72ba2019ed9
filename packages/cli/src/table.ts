import type { Output } from './output.ts';
import { cut, pad, textWidth, wrap } from './text-width.ts';

export interface TableOptions {
  /** Right-aligned columns. */
  right?: readonly number[];
  /** Printed before each row. */
  indent?: string;
  /** Columns of the terminal; the widest columns of the table are cut until it fits. Default: no limit. */
  width?: number;
  /** The last column is wrapped instead of cut. */
  wrapped?: boolean;
}

const gap = '  ';
/** Minimum width of a column, so that some of it stays readable. */
const narrowest = 6;

/** Rows below a quiet heading, in the width of the terminal; `none` without any. */
export function tableOf(
  { colours, tableWidth: width }: Pick<Output, 'colours' | 'tableWidth'>,
  {
    head,
    rows,
    none,
    ...options
  }: TableOptions & {
    head: readonly string[];
    rows: readonly (readonly string[])[];
    none?: string;
  },
): string {
  if (none !== undefined && rows.length === 0) return colours.quiet(none);
  return table([head.map(colours.quiet), ...rows], { width, ...options });
}

/** Rows in columns; the first row is the heading. Cells may have colours, but no line breaks. */
export function table(
  rows: readonly (readonly string[])[],
  { right = [], indent = '', width = Number.POSITIVE_INFINITY, wrapped = false }: TableOptions = {},
): string {
  const widths: number[] = [];
  const flat = rows.map((row) => row.map((cell) => cell.replace(/[\r\n\t\u2028\u2029]+/g, ' ')));
  for (const row of flat) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, textWidth(cell));
    });
  }
  const room = width - indent.length - gap.length * (widths.length - 1);
  if (wrapped) shrinkLast(widths, room);
  else shrinkWidest(widths, room);
  return flat.flatMap((row) => lines(row, { widths, right, indent, wrapped })).join('\n');
}

function lines(
  row: readonly string[],
  {
    widths,
    right,
    indent,
    wrapped,
  }: { widths: readonly number[]; right: readonly number[]; indent: string; wrapped: boolean },
): string[] {
  const last = row.length - 1;
  const cell = (text: string, column: number) =>
    pad(
      cut(text, widths[column] as number),
      widths[column] as number,
      right.includes(column) ? 'left' : 'right',
    );
  const text = row[last] ?? '';
  const [first = '', ...rest] =
    wrapped && textWidth(text) > (widths[last] as number)
      ? wrap(text, widths[last] as number)
      : [text];
  const start = row.slice(0, last).map(cell);
  const below = start.map((_, column) => ' '.repeat(widths[column] as number));
  return [[...start, cell(first, last)], ...rest.map((more) => [...below, more])].map((cells) =>
    (indent + cells.join(gap)).trimEnd(),
  );
}

function shrinkLast(widths: number[], room: number): void {
  const last = widths.length - 1;
  const before = widths.slice(0, last).reduce((sum, width) => sum + width, 0);
  widths[last] = Math.min(widths[last] ?? 0, Math.max(narrowest * 4, room - before));
}

function shrinkWidest(widths: number[], room: number): void {
  let over = widths.reduce((sum, width) => sum + width, 0) - room;
  while (over > 0) {
    const widest = Math.max(...widths);
    if (widest <= narrowest) return;
    widths[widths.indexOf(widest)] = widest - 1;
    over -= 1;
  }
}
