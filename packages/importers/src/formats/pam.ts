import { type MemoryCategory, memoryCategories } from '@mneme/core';
import { Conversation, type Message } from '../conversation.ts';
import { factOf, factUntil, type Statement } from '../facts.ts';
import { broken, type Imported, type Item, placed, type SkipReason, skip } from '../imported.ts';
import { eachJson, ofObject } from '../read-file.ts';
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
      else if (kind === 'portable-ai-memory-conversation')
        yield* eachJson(file, (value) => readConversation(fields(value), file.name));
      else yield* placed(file.name, [skip('not_a_memory')]);
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
  const read = (memory: Fields) => {
    const id = name(memory.id);
    if (successors.has(id)) return [];
    const reason = among(leftOut, memory.status);
    return reason === undefined ? memoryOf(memory, { now, id }) : [skip(reason)];
  };
  for (const memory of replaced) {
    // Has the id of the current memory, so that this one replaces it.
    const items = memoryOf(memory, { now, id: lastOf(name(memory.id), successors) });
    yield* placed(`${file.name}, memory ${name(memory.id)}`, items);
  }
  for await (const { key, index, value, error } of splitJson(file.open())) {
    const isMemory = key === 'memories';
    if (!isMemory && error === undefined && index === undefined) continue;
    const part = isMemory ? `memory ${(index ?? 0) + 1}` : key;
    const at = part === undefined ? file.name : `${file.name}, ${part}`;
    const items = isMemory ? ofObject(value, read) : [skip('not_a_memory')];
    yield* placed(at, error === undefined ? items : [broken(error)]);
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
  { now, id }: { now: string; id: string | undefined },
): Generator<Item> {
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
    if (typeof sequence !== 'number') return yield broken('is a turn without its place');
    yield {
      kind: 'turn',
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
const ownKeys = new Set(
  'scope category importance external_id session sequence speaker'.split(' '),
);

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

function* readConversation(content: Fields, file: string): Generator<Imported> {
  const title = text(content.title);
  const turns = new Conversation({
    session: `pam:${name(content.id) ?? name(file)}`,
    metadata: { title },
    occurredAt: time(fields(content.temporal).created_at),
  });
  for (const [index, entry] of list(content.messages).entries()) {
    yield* placed(`${file}, message ${index + 1}`, turns.say(saidIn(fields(entry))));
  }
}

function saidIn({ role, is_thought, content, created_at }: Fields): Message | SkipReason {
  if (is_thought === true) return 'reasoning';
  if (role === 'tool' || role === 'system') return role;
  const speaker = role === 'assistant' ? 'assistant' : 'user';
  return { speaker, content: messageText(fields(content)), occurredAt: time(created_at) };
}

function messageText({ text: whole, parts }: Fields): string {
  const pieces = list(parts).map((part) => fields(part).text);
  return texts([whole, ...pieces]).join('\n');
}
