import type { Rows } from './rows.ts';

/** Optional methods that name neither scopes nor cells. */
const names = ['remains', 'mend', 'bytes', 'compact', 'gauges', 'prepare'] as const;

/** Such methods of the rows below, as far as these have them, for rows that wrap them. */
export function passedOn(rows: Rows): Pick<Rows, (typeof names)[number]> {
  const found = names.filter((name) => rows[name] !== undefined);
  return Object.fromEntries(found.map((name) => [name, rows[name]?.bind(rows)]));
}
