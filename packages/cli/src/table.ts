import { pad, textWidth } from './text-width.ts';

export interface TableOptions {
  /** Columns whose cells stand at the right. */
  right?: readonly number[];
  /** Printed before each row. */
  indent?: string;
}

/** Rows in columns; the first row is the heading. Cells may hold colours. */
export function table(
  rows: readonly (readonly string[])[],
  { right = [], indent = '' }: TableOptions = {},
): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, textWidth(cell));
    });
  }
  return rows
    .map((row) =>
      (
        indent +
        row
          .map((cell, column) =>
            pad(cell, widths[column]!, right.includes(column) ? 'left' : 'right'),
          )
          .join('  ')
      ).trimEnd(),
    )
    .join('\n');
}
