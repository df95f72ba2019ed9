import { MnemeError } from '@mneme/core';
import { type ForeignTable, openForeignFile } from '@mneme/sqlite';
import { factOf } from '../facts.ts';
import { readFrontMatter } from '../front-matter.ts';
import { type Imported, type Item, placed, type ReadOptions, skip } from '../imported.ts';
import { eachPart, eachText, ofObject } from '../read-file.ts';
import { isSqlite } from '../sources/is-sqlite.ts';
import type { Source, SourceFile } from '../sources/source.ts';
import { type Fields, fields, name, texts, time } from '../values.ts';

/** mem0: the answer of `get_all` as JSON, `mem0-export-*.md` of its plugin, and `history.db`, which needs a scope. */
export async function* readMem0(source: Source, options: ReadOptions): AsyncGenerator<Imported> {
  for await (const file of source.files()) {
    const inFolder = source.kind === 'folder';
    if (/\.(?:md|markdown)$/i.test(file.name))
      yield* eachText(file, (content) => readBlocks(content, file));
    else if (inFolder && !/(?:\.json|(?:^|\/)history\.db)$/i.test(file.name))
      yield* placed(file.name, [skip('not_a_memory')]);
    else if (await isSqlite(file)) yield* readHistory(file.path ?? '', options);
    else
      yield* eachPart(
        file,
        (value, key = 'results') =>
          lists.has(key) ? ofObject(value, (item) => [memory(item)]) : [],
        { listsOnly: true },
      );
  }
}

const lists: ReadonlySet<string> = new Set(['results', 'memories']);

function memory(item: Fields): Item {
  const created = time(item.created_at);
  const updated = time(item.updated_at);
  const session = name(item.run_id);
  return factOf({
    origin: 'mem0',
    id: item.id,
    content: item.memory ?? item.data,
    scope: item.user_id ?? item.agent_id,
    tags: [item.categories],
    occurredAt: updated ?? created,
    expiresAt: time(item.expiration_date),
    source: { session: session && `mem0:${session}` },
    metadata: {
      ...fields(item.metadata),
      created_at: updated === created ? undefined : created,
      agent_id: item.agent_id,
      actor_id: item.actor_id,
    },
  });
}

/** Blocks of `---`, lines `key: value`, `---` and the text. */
function* readBlocks(content: string, file: SourceFile): Generator<Imported> {
  const blocks = content.replaceAll('\r\n', '\n').split(/^(?=---\n(?:[\w-]+:.*\n)+---\n)/m);
  for (const block of blocks) {
    const { values, body } = readFrontMatter(block);
    const { id, type, confidence, branch, files, categories, created_at } = values;
    if (Object.keys(values).length === 0) continue;
    const fact = factOf({
      origin: 'mem0',
      id,
      content: body,
      tags: [categories, type],
      occurredAt: time(created_at),
      metadata: { type, confidence, branch, files },
    });
    yield* placed(`${file.name}, ${name(id) ?? 'a block without an id'}`, [fact]);
  }
}

const columns = [
  'memory_id',
  'new_memory',
  'event',
  'created_at',
  'updated_at',
  'actor_id',
] as const;

interface HistoryRow {
  memory_id: string;
  new_memory: string | null;
  event: string;
  created_at: unknown;
  updated_at: unknown;
  actor_id?: unknown;
}

/** Each change in order, so that replaced texts go to the history. The file does not name the user. */
async function* readHistory(path: string, { hasScope }: ReadOptions): AsyncGenerator<Imported> {
  const file = await openForeignFile(path);
  try {
    const history = file.table('history', columns);
    if (history === undefined)
      throw new MnemeError(
        'invalid_input',
        `"${path}" has no table history: only Python can read the local Qdrant of mem0, so give history.db, or the answer of get_all as JSON`,
        { field: 'file' },
      );
    yield* rowsOfHistory(history, hasScope);
  } finally {
    file.close();
  }
}

function* rowsOfHistory(history: ForeignTable, hasScope: boolean): Generator<Imported> {
  if (!hasScope)
    throw new MnemeError(
      'invalid_input',
      'scope is missing: history.db of mem0 does not name the user of its memories, so give one',
      { field: 'scope' },
    );
  const deleted = new Set<unknown>();
  for (const { event, memory_id } of history.rows<HistoryRow>())
    if (event === 'DELETE') deleted.add(memory_id);
  if (deleted.size > 0) yield* placed('history', [skip('deleted', deleted.size)]);
  for (const row of history.rows<HistoryRow>()) {
    if (deleted.has(row.memory_id)) continue;
    const fact = factOf({
      origin: 'mem0',
      id: row.memory_id,
      content: row.new_memory,
      occurredAt:
        (row.event === 'UPDATE' ? time(row.updated_at) : undefined) ?? time(row.created_at),
      metadata: { actor_id: texts([row.actor_id])[0] },
    });
    yield* placed(`history, row ${row.place}`, [fact]);
  }
}
