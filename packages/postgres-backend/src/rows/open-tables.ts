import { randomUUID } from 'node:crypto';
import { MnemeError } from '@mneme/core/contract';
import { definitions, type Tables } from '@mneme/store/rows';
import { type Connection, newerLayout, type Query } from '../connection.ts';
import { dialect, types } from './dialect.ts';
import { layout, makeTable, withParts } from './layout.ts';

interface Found {
  mark: string | undefined;
  /** Columns with their types and the key, of each table. */
  forms: Map<string, string>;
  indexes: Set<string>;
}

const everyScope = { everyScope: true } as const;

/** Makes what the schema lacks of these tables and indexes. If several processes start at once, one does it. */
export async function openTables(connection: Connection, tables: Tables): Promise<void> {
  const { where, settings } = connection;
  const look = async (query: Query) => {
    const found = await findTables(query, settings.schema);
    assertOwn(found, { tables, where });
    return found;
  };
  let found = await connection.read(everyScope, look);
  if (lacking(found, tables).length > 0) {
    await connection.change(async (query) => {
      const before = await look(query);
      if (before.mark === undefined) {
        if (!settings.create)
          throw new MnemeError(
            'not_found',
            `${where} has no store of Mneme: check the address, or let open create it`,
          );
        await makeSchema(query, settings.schema);
      }
      const statements = lacking(before, tables);
      if (statements.length > 0) await query(statements.join(';\n'));
    });
    found = await connection.read(everyScope, look);
  }
  connection.opened(found.mark);
}

/** An owner of the schema need not be allowed to make one. */
async function makeSchema(query: Query, schema: string): Promise<void> {
  const [found] = await query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema]);
  if (found === undefined) await query(`CREATE SCHEMA "${schema}"`);
}

/** Statements that make what is not there. */
function lacking({ mark, forms, indexes }: Found, tables: Tables): string[] {
  const made = definitions(withParts(tables), dialect);
  const isDivided = (index: string) =>
    Object.entries(tables).some(
      ([name, { large, indexes: of }]) =>
        large && index.startsWith(`${name}_`) && of[index.slice(name.length + 1)],
    );
  const ofLayout = [
    'CREATE TABLE mneme_layout (version integer NOT NULL, epoch text NOT NULL)',
    `INSERT INTO mneme_layout VALUES (${layout.version}, '${randomUUID()}')`,
  ];
  return [
    ...(mark === undefined ? ofLayout : []),
    ...Object.entries(tables).flatMap(([name, table]) =>
      forms.has(name) ? [] : makeTable(name, table, made.tables),
    ),
    ...Object.entries(made.indexes).flatMap(([name, sql]) =>
      indexes.has(name) || isDivided(name) ? [] : [sql],
    ),
  ];
}

function assertOwn(
  { mark, forms }: Found,
  { tables, where }: { tables: Tables; where: string },
): void {
  const version = Number.parseInt(mark ?? '0', 10);
  if (version > layout.version) throw newerLayout(where, version);
  for (const [name, { columns, key }] of Object.entries(withParts(tables))) {
    const form = forms.get(name);
    if (form === undefined) continue;
    const named = Object.entries(columns).map(([column, { type }]) => `${column} ${types[type]}`);
    const wanted = formOf(named, `PRIMARY KEY (${key.join(', ')})`);
    if (mark !== undefined && form === wanted) continue;
    throw new MnemeError(
      'foreign_store',
      `${where} has a table ${name} of another program or another version of Mneme (${form}, instead of ${wanted}): give another schema. If an earlier Mneme made it, write it to a file with "mneme db export --records" of that Mneme, and read that into the other schema with "mneme import --records"`,
    );
  }
}

const formOf = (columns: readonly string[], key: string | null) =>
  [...columns]
    .sort()
    .concat(key ?? '')
    .join(', ');

async function findTables(query: Query, schema: string): Promise<Found> {
  const [tables, indexes] = await Promise.all([
    query<{ name: string; columns: string; key: string | null }>(
      `SELECT c.relname::text AS name,
         string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ',') AS columns,
         (SELECT pg_get_constraintdef(k.oid) FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'p') AS key
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       WHERE n.nspname = $1 AND c.relkind IN ('r', 'p') GROUP BY c.oid, c.relname`,
      [schema],
    ),
    query<{ name: string }>(
      `SELECT c.relname::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = $1 AND c.relkind IN ('i', 'I')`,
      [schema],
    ),
  ]);
  const forms = new Map(
    tables.map(({ name, columns, key }) => [name, formOf(columns.split(','), key)]),
  );
  const [made] = forms.has('mneme_layout')
    ? await query<{ mark: string | null }>(`SELECT ${layout.mark} AS mark`)
    : [];
  return {
    mark: made?.mark ?? undefined,
    forms,
    indexes: new Set(indexes.map(({ name }) => name)),
  };
}
