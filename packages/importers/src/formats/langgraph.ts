import { MnemeError } from '@mneme/core';
import { escapeName } from '@mneme/core/input';
import { openForeignFile } from '@mneme/sqlite';
import { factOf } from '../facts.ts';
import { broken, type Imported, type Item, placed, type ReadOptions, skip } from '../imported.ts';
import { onlyFile } from '../read-file.ts';
import { postgresRows } from '../sources/postgres-rows.ts';
import type { Source } from '../sources/source.ts';
import { type Fields, fields, jsonOf, text, texts, time } from '../values.ts';

const columns = ['prefix', 'key', 'value', 'created_at', 'updated_at', 'expires_at'];

/**
 * Stores of LangGraph: SQLite of Python, PostgreSQL of Python and of JavaScript. Their vectors are of another model and
 * are not imported.
 */
export async function* readLangGraph(
  source: Source,
  options: ReadOptions,
): AsyncGenerator<Imported> {
  if (source.kind === 'postgres') {
    for await (const row of postgresRows(source.path)) yield* itemOf(row, options);
    return;
  }
  const { path = source.path } = await onlyFile(source);
  const file = await openForeignFile(path);
  try {
    const store = file.table('store', columns);
    if (store === undefined)
      throw new MnemeError(
        'invalid_input',
        `"${path}" has no table store: give the SQLite file of a LangGraph store`,
        { field: 'file' },
      );
    for (const row of store.rows<Fields>())
      yield* itemOf({ ...row, value: jsonValue(row.value) }, options);
  } finally {
    file.close();
  }
}

/** A value is JSON, as text or as bytes. A foreign file may hold anything else. */
function jsonValue(value: unknown): unknown {
  if (value instanceof Uint8Array) return jsonOf(Buffer.from(value).toString());
  return typeof value === 'string' ? jsonOf(value) : undefined;
}

function itemOf(row: Fields, { textField }: ReadOptions): Iterable<Imported> {
  const { prefix, namespace_path: path, key, value } = row;
  // Python separates the labels of a namespace with a dot, JavaScript with a colon.
  const namespace = typeof path === 'string' ? path.split(':') : String(prefix).split('.');
  const at = (item: Item) => placed(`${namespace.join('.')}, key ${key}`, [item]);
  if (value === undefined || value === null) return at(broken('is not JSON'));
  const expires = time(row.expires_at);
  if (expires !== undefined && Date.parse(expires) <= Date.now()) return at(skip('expired'));
  const labels = namespace.map((label) => escapeName(label).replaceAll('/', '%2F'));
  const fact = factOf({
    origin: 'langgraph',
    id: `${namespace.join('/')}/${key}`,
    content: textOf(value, textField),
    // The name that a LangGraph store over Mneme uses.
    scope: ['langgraph', ...labels].join('/'),
    occurredAt: time(row.updated_at) ?? time(row.created_at),
    expiresAt: expires,
    metadata: { namespace, key, ...fields(value) },
  });
  return at(fact);
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
  return text(Array.isArray(value) ? texts(value).join('\n') : value);
}
