import { createHash } from 'node:crypto';
import { type Importance, type MemoryCategory, type MemoryKind, MnemeError } from '@mneme/core';
import { invalid, type Parse, parseTime, show } from '@mneme/core/input';
import { conflictPolicy } from '@mneme/runtime';
import { broken, type Imported, type Item, placed, skip } from '../imported.ts';
import { eachJson, eachLine, eachPart, onlyFile } from '../read-file.ts';
import { defined } from '../read-inputs.ts';
import type { Source } from '../sources/source.ts';
import { type Fields, isFields } from '../values.ts';
import { ChatMessages, messageKeys, messagesIn } from './chat-messages.ts';

/**
 * Lines of JSON, or a list of the same: Mneme's export, anybody's own, and messages of chat APIs, which are the turns of
 * a conversation.
 */
export async function* readJsonl(source: Source): AsyncGenerator<Imported> {
  const file = await onlyFile(source);
  const chat = new ChatMessages(file.name, moreOf);
  const read = function* (value: unknown): Generator<Item> {
    const found = messagesIn(value);
    const unknownKeys = unknownKeysOf(value, found?.of && found.messages);
    for (const item of found === undefined ? [readable(value)] : chat.turns(found))
      yield { ...item, unknownKeys };
  };
  const { begun, stream } = await beginning(file.open());
  const opened = { ...file, open: () => stream };
  if (begun.startsWith('[')) yield* eachPart(opened, read);
  else if (/^\{\s*(?:"\w+"\s*:\s*\[?\s*)?\n/.test(begun))
    yield* eachJson(opened, (value) => placed(file.name, read(value)));
  else yield* eachLine(opened, read);
}

/** Long enough for the first line of a document that is printed with indentation. */
const longestBeginning = 4096;

/** The first bytes without white space before them, and the whole stream. */
async function beginning(
  whole: AsyncIterable<Uint8Array>,
): Promise<{ begun: string; stream: AsyncIterable<Uint8Array> }> {
  const chunks = whole[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let begun = '';
  while (begun.length < longestBeginning) {
    const { done, value } = await chunks.next();
    if (done) break;
    first.push(value);
    begun = Buffer.concat(first)
      .toString()
      .replace(/^\uFEFF/, '')
      .trimStart();
  }
  async function* stream() {
    yield* first;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  return { begun, stream: stream() };
}

/** Keys of an export that only say something to its reader. */
const keysForReaders = 'version created_at valid_to contests contested_by'.split(' ');

/** Keys of a line, or of a conversation and its messages, that are not imported. */
function unknownKeysOf(value: unknown, messages: readonly unknown[] = []): string[] | undefined {
  const isKnown = new Set([
    ...Object.keys(fields),
    ...keysForReaders,
    ...(messagesIn(value) === undefined ? [] : messageKeys),
  ]);
  const keys = [value, ...messages].flatMap((each) => (isFields(each) ? Object.keys(each) : []));
  const found = new Set(keys.filter((key) => !isKnown.has(key)));
  return found.size === 0 ? undefined : [...found];
}

function moreOf(message: Fields) {
  const { scope, user_id, id, sequence, ...line } = checkedLine(message);
  const { tags, importance, metadata, expires_at: expiresAt } = line;
  const more = { tags, importance, metadata, expiresAt };
  return { scope: scope ?? user_id, id, sequence, more };
}

/** {@link itemOf}, with an error as a skipped item. */
export function readable(value: unknown): Item {
  try {
    return itemOf(value);
  } catch (error) {
    if (!MnemeError.isInstance(error)) throw error;
    return broken(error.message);
  }
}

/**
 * One line: `content` or `text`, and optionally `kind`, `scope` (or `user_id`), `id`, `speaker`, `session`, `sequence`,
 * `time`, `category`, `importance`, `tags`, `evidence`, `expires_at`, `on_conflict`, `metadata` and `source` (objects;
 * `source` for more keys). `id` becomes `source.externalId`; a line without one gets an id computed from its text, so
 * that importing it again finds it. Other keys are not imported. Types are checked here, values by the engine.
 */
export function itemOf(value: unknown): Item {
  const line = checkedLine(value);
  const { content = line.text, scope = line.user_id, speaker, session, sequence } = line;
  const { time: occurredAt, importance, tags, metadata, evidence } = line;
  if (content === undefined) throw invalid('content', 'is missing: give "content" or "text"');
  const { kind, category } = kindOf(line);
  const externalId = line.id ?? derivedId([scope, session, sequence, occurredAt, speaker, content]);
  const shared = {
    ...{ content, importance, tags, occurredAt, metadata },
    expiresAt: line.expires_at,
  };
  const source = { ...line.source, externalId };
  if (line.superseded_by !== undefined) return skip('superseded');
  // Facts learned from an exported turn have their own lines.
  const isExported = line.confirmed_at !== undefined;
  if (kind === 'episode' && session !== undefined && evidence === undefined && !isExported)
    return { kind: 'turn', scope, session, sequence, speaker, ...shared, source };
  return {
    kind: 'fact',
    scope,
    byId: true,
    input: {
      ...shared,
      kind,
      category,
      evidence,
      source: { ...source, ...defined({ speaker, session, sequence }) },
      onConflict: line.on_conflict ?? (kind === 'episode' ? 'upsert' : undefined),
    },
  };
}

/** A line with a session is an episode, unless it has a category or a kind. */
function kindOf({ kind, category, session, sequence, confirmed_at }: Line): {
  kind: MemoryKind;
  category?: MemoryCategory;
} {
  if (kind !== undefined) return { kind, category };
  if (session === undefined) return { kind: 'fact', category };
  // An export from before there were kinds has a category on every record.
  const isOldTurn = confirmed_at !== undefined && sequence !== undefined;
  return category === undefined || isOldTurn ? { kind: 'episode' } : { kind: 'fact', category };
}

function derivedId(parts: readonly unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts.map((part) => part ?? '')));
  return `line-${hash.digest('hex').slice(0, 32)}`;
}

function typed<T>(is: (value: unknown) => boolean, expected: string): Parse<T> {
  return (value, field) => {
    if (is(value)) return value as T;
    throw invalid(field, `is ${show(value)}: give ${expected}`);
  };
}

const isText = (value: unknown) => typeof value === 'string';
const isObject = (value: unknown) => typeof value === 'object' && !Array.isArray(value);
const text = typed<string>(isText, 'a text');
const texts = typed<string[]>(
  (value) => Array.isArray(value) && value.every(isText),
  'a list of texts',
);
const object = typed<Record<string, unknown>>(isObject, 'an object');
const isName = (value: unknown) => (isText(value) ? value !== '' : Number.isFinite(value));
/** In many files ids and sessions are numbers. */
const name: Parse<string> = (value, field) =>
  String(typed(isName, 'a text that is not empty, or a number')(value, field));

const fields = {
  content: text,
  text,
  kind: text as Parse<MemoryKind>,
  category: text as Parse<MemoryCategory>,
  scope: text,
  user_id: name,
  id: name,
  speaker: text,
  session: name,
  sequence: typed<number>((value) => typeof value === 'number', 'a number'),
  time: text,
  importance: typed<Importance>((value) => typeof value === 'number', 'a number'),
  tags: texts,
  evidence: texts,
  expires_at: (value: unknown, field: string) => parseTime(text(value, field), field),
  on_conflict: (value: unknown, field: string) => conflictPolicy(text(value, field), field),
  metadata: object,
  source: object,
  superseded_by: text,
  confirmed_at: (value: unknown) => value,
};

type Line = { [Name in keyof typeof fields]?: ReturnType<(typeof fields)[Name]> };

/** The known fields of a line that are not null. */
function checkedLine(value: unknown): Line {
  if (!isObject(value) || value === null)
    throw new MnemeError(
      'invalid_input',
      `the line is ${show(value)}: give an object such as {"text": "…"}`,
    );
  const line = value as Record<string, unknown>;
  const given = Object.entries(fields).filter(
    ([field]) => (line[field] ?? undefined) !== undefined,
  );
  return Object.fromEntries(given.map(([field, parse]) => [field, parse(line[field], field)]));
}
