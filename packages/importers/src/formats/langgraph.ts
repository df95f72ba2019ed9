import { escapeName } from '@mneme/core/input';
import { openForeignFile } from '@mneme/sqlite';
import { factOf } from '../facts.ts';
import { broken, type Imported, type ReadOptions, skip } from '../imported.ts';
import { onlyFile } from '../read-file.ts';
import { type PostgresRow, postgresRows } from '../sources/postgres-rows.ts';
import type { Source } from '../sources/source.ts';
import { rowsOf } from '../sources/sqlite-rows.ts';
import { fields, jsonOf, list, text, time } from '../values.ts';

/** An item of a store, from any language and database. */
export interface StoreRow {
  namespace: string[];
  key: string;
  value: unknown;
  createdAt: unknown;
  updatedAt: unknown;
  expiresAt: unknown;
}

/**
 * Stores of LangGraph: SQLite of Python, PostgreSQL of Python and of JavaScript. Their vectors are of another model and
 * are not imported.
 */
export async function* readLangGraph(
  source: Source,
  options: ReadOptions,
): AsyncGenerator<Imported> {
  if (source.kind === 'postgres') {
    for await (const row of postgresRows(source.path)) yield itemOf(fromPostgres(row), options);
    return;
  }
  const { path = source.path } = await onlyFile(source.files());
  const file = await openForeignFile(path);
  try {
    const rows = rowsOf<SqliteRow>(file, 'select rowid as place, * from store where rowid > ?');
    for (const row of rows) yield itemOf(fromSqlite(row), options);
  } finally {
    file.close();
  }
}

interface SqliteRow {
  place: number;
  prefix: string;
  key: string;
  value: Uint8Array | string;
  created_at: unknown;
  updated_at: unknown;
  expires_at: unknown;
}

function fromSqlite(row: SqliteRow): StoreRow {
  return {
    namespace: row.prefix.split('.'),
    key: row.key,
    value: jsonOf(
      typeof row.value === 'string' ? row.value : Buffer.from(row.value).toString('utf8'),
    ),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    expiresAt: row.expires_at,
  };
}

/** Python separates the labels of a namespace with a dot, JavaScript with a colon. */
function fromPostgres(row: PostgresRow): StoreRow {
  const { prefix, namespace_path: path } = row;
  return {
    namespace: typeof path === 'string' ? path.split(':') : String(prefix).split('.'),
    key: String(row.key),
    value: row.value,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    expiresAt: row.expires_at,
  };
}

function itemOf(
  { namespace, key, value, createdAt, updatedAt, expiresAt }: StoreRow,
  { textField }: ReadOptions,
): Imported {
  const at = `${namespace.join('.')}, key ${key}`;
  if (value === undefined || value === null) return broken(at, 'is not JSON');
  const expires = time(expiresAt);
  if (expires !== undefined && Date.parse(expires) <= Date.now()) return skip(at, 'expired');
  const labels = namespace.map((label) => escapeName(label).replaceAll('/', '%2F'));
  return factOf({
    at,
    origin: 'langgraph',
    id: `${namespace.join('/')}/${key}`,
    content: textOf(value, textField),
    // The name that a LangGraph store over Mneme uses.
    scope: ['langgraph', ...labels].join('/'),
    occurredAt: time(updatedAt) ?? time(createdAt),
    expiresAt: expires,
    metadata: { namespace, key, ...fields(value) },
  });
}

/** A value that is nested too deeply cannot be written. */
function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

const textFields = ['content', 'text', 'memory', 'data'];

/** The text of a value: the named field, else a field with a usual name, else all of it. */
function textOf(value: unknown, textField: string | undefined): string | undefined {
  if (typeof value === 'string') return value;
  if (textField !== undefined) return plain(memberOf(value, textField.split('.')));
  for (const field of textFields) {
    const found = plain(memberOf(value, [field])) ?? plain(memberOf(value, [field, 'content']));
    if (found !== undefined) return found;
  }
  return jsonText(value);
}

function memberOf(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((member, key) => {
    const here = fields(member);
    return Object.hasOwn(here, key) ? here[key] : undefined;
  }, value);
}

function plain(value: unknown): string | undefined {
  if (Array.isArray(value))
    return text(
      list(value)
        .filter((part) => typeof part === 'string')
        .join('\n'),
    );
  return text(value);
}
