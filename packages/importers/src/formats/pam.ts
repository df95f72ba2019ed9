import { type MemoryCategory, memoryCategories } from '@mneme/core';
import { Conversation } from '../conversation.ts';
import { factOf, factUntil, type Statement } from '../facts.ts';
import { broken, type Imported, type SkipReason, skip } from '../imported.ts';
import { readJson } from '../read-file.ts';
import type { Source, SourceFile } from '../sources/source.ts';
import { splitJson } from '../split-json.ts';
import { among, type Fields, fields, isFields, list, name, text, texts, time } from '../values.ts';

/** Portable AI Memory: a memory store, and conversations in separate files. */
export async function* readPam(source: Source): AsyncGenerator<Imported> {
  for await (const file of source.files()) {
    if (source.kind === 'stream') yield* readStore(file, []);
    else if (source.kind !== 'file' && !/\.json$/i.test(file.name)) continue;
    else {
      const kind = await kindOf(file);
      if (kind === 'portable-ai-memory') yield* readStore(file, await replacedIn(file));
      else if (kind === 'portable-ai-memory-conversation') yield* readConversation(file);
      else yield skip(file.name, 'not_a_memory');
    }
  }
}

async function kindOf(file: SourceFile): Promise<unknown> {
  try {
    for await (const { key, value } of splitJson(file.open())) if (key === 'schema') return value;
  } catch {
    // No JSON: it is of no kind.
  }
  return undefined;
}

/** Which memory replaces which. They are few, and must come before their replacements. */
async function replacedIn(file: SourceFile): Promise<Fields[]> {
  const found: Fields[] = [];
  for await (const { key, value } of splitJson(file.open())) {
    if (key === 'memories' && isFields(value) && successorOf(value) !== undefined)
      found.push(value);
  }
  const begun = (memory: Fields) => timesOf(memory).occurredAt ?? '';
  return found.sort((a, b) => (begun(a) < begun(b) ? -1 : 1));
}

function successorOf({ status, temporal }: Fields): string | undefined {
  return status === 'superseded' ? name(fields(temporal).superseded_by) : undefined;
}

const leftOut: Readonly<Record<string, SkipReason>> = {
  superseded: 'superseded',
  deprecated: 'superseded',
  retracted: 'deleted',
  archived: 'disabled',
};

async function* readStore(file: SourceFile, replaced: readonly Fields[]): AsyncGenerator<Imported> {
  const now = new Date().toISOString();
  const successors = new Map(replaced.map((memory) => [name(memory.id), successorOf(memory)]));
  for (const memory of replaced) {
    const at = `${file.name}, memory ${name(memory.id)}`;
    // Has the id of the current memory, so that this one replaces it.
    yield* memoryOf(memory, { at, now, id: lastOf(name(memory.id), successors) });
  }
  for await (const { key, index, value, error } of splitJson(file.open())) {
    if (key !== 'memories') {
      if (error !== undefined) yield broken(file.name, error);
      else if (index !== undefined) yield skip(`${file.name}, ${key}`, 'not_a_memory');
      continue;
    }
    const at = `${file.name}, memory ${(index ?? 0) + 1}`;
    if (error !== undefined || !isFields(value)) yield broken(at, error ?? 'is no object');
    else if (!successors.has(name(value.id))) {
      const reason = among(leftOut, value.status);
      if (reason !== undefined) yield skip(at, reason);
      else yield* memoryOf(value, { at, now, id: name(value.id) });
    }
  }
}

function lastOf(
  id: string | undefined,
  successors: ReadonlyMap<string | undefined, string | undefined>,
): string | undefined {
  const met = new Set<string | undefined>();
  let last = id;
  while (successors.has(last) && !met.has(last)) {
    met.add(last);
    last = successors.get(last);
  }
  return last;
}

const categories: Readonly<Record<string, MemoryCategory>> = {
  preference: 'user_preference',
  instruction: 'user_preference',
  context: 'project_context',
  project: 'project_context',
  relationship: 'relationship',
  goal: 'task_progress',
};

function* memoryOf(
  memory: Fields,
  { at, now, id }: { at: string; now: string; id: string | undefined },
): Generator<Imported> {
  const { type, custom_type: custom, provenance } = memory;
  const { platform, conversation_ref: conversation } = fields(provenance);
  const { occurredAt, until } = timesOf(memory);
  const content = text(memory.content);
  const { tags, ...extra } = fields(memory.metadata);
  // Mneme's own export has fields that the format does not define.
  const own = platform === 'mneme' ? extra : {};
  const ownSession = name(own.session);
  if (custom === 'turn' && ownSession !== undefined && content !== undefined) {
    const { sequence, scope, speaker } = own;
    if (typeof sequence !== 'number') return yield broken(at, 'is a turn without its place');
    yield {
      kind: 'turn',
      at,
      scope: name(scope),
      session: ownSession,
      sequence,
      speaker: name(speaker) ?? 'user',
      content,
      occurredAt,
    };
    return;
  }
  const session = ownSession ?? (name(conversation) && `pam:${name(conversation)}`);
  const statement: Statement = {
    at,
    origin: 'pam',
    id,
    content,
    scope: own.scope,
    category: memoryCategories.find((each) => each === own.category) ?? among(categories, type),
    importance: importances.find((each) => each === own.importance),
    tags: [Array.isArray(tags) ? tags : memory.tags, text(custom)],
    occurredAt,
    source: { session },
    metadata: platform === 'mneme' ? withoutOwn(extra) : { ...extra, platform },
  };
  if (successorOf(memory) !== undefined) yield factOf(statement);
  else yield* factUntil(statement, { until, now });
}

const importances = [1, 2, 3, 4, 5] as const;
const ownKeys = new Set([
  'scope',
  'category',
  'importance',
  'external_id',
  'session',
  'sequence',
  'speaker',
]);

function withoutOwn(metadata: Fields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => !ownKeys.has(key)));
}

function timesOf({ temporal }: Fields): { occurredAt?: string; until?: string } {
  const { created_at, updated_at, valid_from, valid_until } = fields(temporal);
  return {
    occurredAt: time(valid_from) ?? time(updated_at) ?? time(created_at),
    until: time(valid_until),
  };
}

async function* readConversation(file: SourceFile): AsyncGenerator<Imported> {
  const read = await readJson(file);
  if ('problem' in read) return yield broken(file.name, read.problem);
  const content = fields(read.value);
  const title = text(content.title);
  const turns = new Conversation({
    session: `pam:${name(content.id) ?? name(file.name)}`,
    metadata: { title },
    occurredAt: time(fields(content.temporal).created_at),
  });
  for (const [index, entry] of list(content.messages).entries()) {
    const message = fields(entry);
    const { role } = message;
    const at = `${file.name}, message ${index + 1}`;
    if (message.is_thought === true) yield skip(at, 'reasoning');
    else if (role === 'tool' || role === 'system') yield skip(at, role);
    else {
      const speaker = role === 'assistant' ? 'assistant' : 'user';
      const said = messageText(fields(message.content));
      yield* turns.say({ speaker, content: said, occurredAt: time(message.created_at) }, at);
    }
  }
}

function messageText({ text: whole, parts }: Fields): string {
  const pieces = list(parts).map((part) => fields(part).text);
  return texts([whole, ...pieces]).join('\n');
}
