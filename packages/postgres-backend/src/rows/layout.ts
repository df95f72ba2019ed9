import { isScoped, type Table, type Tables } from '@mneme/store/rows';

/**
 * How tables are laid out here. Large ones are divided by a hash of the scope, so that VACUUM, an erasure and a rebuilt
 * index touch an eighth of the store, and a scope is in one part. More parts would cost each call about all scopes, which
 * opens them all.
 */
export const parts = 8;

/** The tables that have the rows: a divided one has none itself. */
export function leavesOf(tables: Tables): string[] {
  return Object.entries(tables).flatMap(([name, { large }]) =>
    large ? Array.from({ length: parts }, (_, part) => `${name}_${part}`) : [name],
  );
}

/**
 * Room in each page, in percent of it that a new row may fill: a row that changes without a column of an index is written
 * beside its old version, and no index hears of it. Rows of large tables change less often.
 */
const fill = { large: 90, small: 80 };

/** Statements that make a table whose own statement is `create`. */
export function makeTable(name: string, table: Table, create: string): string[] {
  const filled = ` WITH (fillfactor = ${table.large ? fill.large : fill.small})`;
  // In the row itself, where a scan finds them.
  const inRow = Object.entries(table.columns)
    .filter(([, { type }]) => type === 'bytes')
    .map(([column]) => `ALTER TABLE ${name} ALTER COLUMN ${column} SET STORAGE MAIN`);
  const made = table.large
    ? [
        `${create} PARTITION BY HASH (scope)`,
        ...inRow,
        ...leavesOf({ [name]: table }).map(
          (leaf, part) =>
            `CREATE TABLE ${leaf} PARTITION OF ${name} FOR VALUES WITH (MODULUS ${parts}, REMAINDER ${part})${filled}`,
        ),
      ]
    : [`${create}${filled}`, ...inRow];
  if (!isScoped(table)) return made;
  // Policies of a divided table do not protect its parts from who names them.
  const all = table.large ? [name, ...leavesOf({ [name]: table })] : [name];
  return [...made, ...all.flatMap(protect)];
}

/** Each transaction sees the rows of the one scope that it names. FORCE: the owner too. */
const protect = (table: string) => [
  `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY own_scope ON ${table} USING (
     scope = current_setting('mneme.scope', true) OR current_setting('mneme.every_scope', true) = 'on')`,
];
