import type { MemoryCategory } from '@mneme/core';
import { openForeignFile } from '@mneme/sqlite';
import { type Conversation, conversationIn } from '../conversation.ts';
import { factOf } from '../facts.ts';
import { type Imported, type Item, placed, skip } from '../imported.ts';
import { eachPart, ofObject } from '../read-file.ts';
import { isSqlite } from '../sources/is-sqlite.ts';
import type { Source, SourceFile } from '../sources/source.ts';
import { splitJson } from '../split-json.ts';
import {
  among,
  type Fields,
  hash,
  hashOfWords,
  isFields,
  jsonOf,
  name,
  text,
  texts,
  time,
} from '../values.ts';

const categories: Readonly<Record<string, MemoryCategory>> = {
  decision: 'decision_log',
  bugfix: 'project_context',
  feature: 'project_context',
  refactor: 'project_context',
  change: 'project_context',
};

/** claude-mem: its database, or the JSON of its export script. */
export async function* readClaudeMem(source: Source): AsyncGenerator<Imported> {
  for await (const file of source.files()) {
    // Its folder also has logs, settings and an index.
    if (source.kind === 'folder' && !/(?:^|\/)claude-mem\.db$/.test(file.name)) continue;
    if (await isSqlite(file)) yield* readDatabase(file.path ?? '');
    else yield* readExport(file, source.kind === 'stream' ? new Map() : await sessionsOf(file));
  }
}

async function* readDatabase(path: string): AsyncGenerator<Imported> {
  const file = await openForeignFile(path);
  try {
    const rowsOf = (table: string) => file.table(table, columns)?.rows<Fields>() ?? [];
    const sessions = new Map<unknown, unknown>();
    for (const { memory_session_id, content_session_id } of rowsOf('sdk_sessions'))
      sessions.set(memory_session_id, content_session_id);
    const inSession = (row: Fields): Fields => ({
      ...row,
      agent_session: sessions.get(row.memory_session_id),
    });
    for (const row of rowsOf('observations'))
      yield* placed(`observations, row ${row.place}`, observation(inSession(row)));
    for (const row of rowsOf('session_summaries'))
      yield* placed(`session_summaries, row ${row.place}`, [summary(inSession(row))]);
    const conversations = new Map<string, Conversation>();
    for (const row of rowsOf('user_prompts'))
      yield* placed(`user_prompts, row ${row.place}`, prompt(row, conversations));
  } finally {
    file.close();
  }
}

/** Observations name the worker's session; `sessions` gives the agent's session for it. */
async function sessionsOf(file: SourceFile): Promise<Map<unknown, unknown>> {
  const sessions = new Map<unknown, unknown>();
  for await (const { key, value } of splitJson(file.open())) {
    if (key === 'sessions' && isFields(value))
      sessions.set(value.memory_session_id, value.content_session_id);
  }
  return sessions;
}

function readExport(
  file: SourceFile,
  sessions: ReadonlyMap<unknown, unknown>,
): AsyncGenerator<Imported> {
  const conversations = new Map<string, Conversation>();
  const read = (value: Fields, key?: string) => {
    const row = { ...value, agent_session: sessions.get(value.memory_session_id) };
    if (key === 'observations') return observation(row);
    if (key === 'prompts') return prompt(row, conversations);
    if (key === 'sessions') return [];
    return [key === 'summaries' ? summary(row) : skip('not_a_memory')];
  };
  return eachPart(file, (value, key) => ofObject(value, (row) => read(row, key)), {
    listsOnly: true,
    named: true,
  });
}

function* observation(row: Fields): Generator<Item> {
  const type = text(row.type) ?? '';
  const title = text(row.title);
  const shared = {
    origin: 'claude-mem',
    category: among(categories, type),
    tags: [type, jsonTexts(row.concepts)],
    occurredAt: timeOf(row),
    source: sourceOf(row),
    metadata: {
      project: text(row.merged_into_project) ?? text(row.project),
      title,
      files: [...jsonTexts(row.files_read), ...jsonTexts(row.files_modified)].slice(0, 50),
    },
  };
  const id = idOf(row);
  const stated = jsonTexts(row.facts);
  for (const fact of stated)
    yield factOf({
      ...shared,
      content: fact,
      id: `observation:${id}:${hashOfWords(fact).slice(0, 16)}`,
    });
  const narrative =
    text(row.narrative) ?? text(row.text) ?? (stated.length === 0 ? text(row.subtitle) : undefined);
  const content = [title, narrative].filter((part) => part !== undefined).join('\n');
  if (narrative !== undefined || (stated.length === 0 && title !== undefined))
    yield factOf({ ...shared, content, id: `observation:${id}` });
  else if (stated.length === 0) yield skip('empty');
}

const labels = {
  request: 'Request',
  investigated: 'Investigated',
  learned: 'Learned',
  completed: 'Completed',
  next_steps: 'Next steps',
  notes: 'Notes',
};

/** The columns that are read, of all tables. */
const columns = [
  ...['id', 'type', 'title', 'subtitle', 'narrative', 'text', 'facts', 'concepts', 'prompt_text'],
  ...['files_read', 'files_modified', 'project', 'merged_into_project', ...Object.keys(labels)],
  ...['created_at', 'created_at_epoch', 'origin_device_id', 'origin_local_id'],
  ...['memory_session_id', 'content_session_id'],
];

function summary(row: Fields): Item {
  const lines = Object.entries(labels).flatMap(([field, word]) => {
    const said = text(row[field]);
    return said === undefined ? [] : [`${word}: ${said}`];
  });
  return factOf({
    origin: 'claude-mem',
    id: `summary:${idOf(row)}`,
    content: lines.join('\n'),
    category: 'task_progress',
    tags: ['session_summary'],
    occurredAt: timeOf(row),
    source: sourceOf(row),
    metadata: { project: text(row.merged_into_project) ?? text(row.project) },
  });
}

/** A user's prompt, as a turn of its session. */
function prompt(row: Fields, conversations: Map<string, Conversation>): Iterable<Item> {
  const session = `claude-mem:${name(row.content_session_id) ?? 'unknown'}`;
  const said = { speaker: 'user', content: row.prompt_text, occurredAt: timeOf(row) };
  return conversationIn(conversations, { session }).say(said);
}

function timeOf(row: Fields): string | undefined {
  return time(row.created_at_epoch) ?? time(row.created_at);
}

/** Rows of several devices may have the same number. */
function idOf(row: Fields): string {
  const device = name(row.origin_device_id);
  const local = name(row.origin_local_id);
  return device !== undefined && local !== undefined
    ? `${device}:${local}`
    : (name(row.id) ?? hash(row));
}

function sourceOf(row: Fields): { session: string | undefined } {
  const session = name(row.agent_session) ?? name(row.memory_session_id);
  return { session: session && `claude-mem:${session}` };
}

/** A list of texts, stored as JSON. */
function jsonTexts(value: unknown): string[] {
  if (typeof value !== 'string') return texts(value);
  return texts(jsonOf(value)).flatMap((entry) => text(entry) ?? []);
}
