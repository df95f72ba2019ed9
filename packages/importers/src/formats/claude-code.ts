import { resolve } from 'node:path';
import { dirname } from 'node:path/posix';
import type { Importance, MemoryCategory } from '@mneme/core';
import { type Conversation, conversationIn } from '../conversation.ts';
import { factOf, passagesOf } from '../facts.ts';
import { readFrontMatter } from '../front-matter.ts';
import { type Imported, type Item, placed, type SkipReason, skip } from '../imported.ts';
import { eachLine, eachText } from '../read-file.ts';
import type { Source, SourceFile } from '../sources/source.ts';
import { among, type Fields, fields, list, name, text, time } from '../values.ts';

const kinds: Readonly<Record<string, { category: MemoryCategory; importance: Importance }>> = {
  user: { category: 'user_preference', importance: 4 },
  feedback: { category: 'user_preference', importance: 4 },
  project: { category: 'project_context', importance: 3 },
  reference: { category: 'factual_knowledge', importance: 3 },
};

/** Longer than any single fact. */
const longestFact = 6_000;

/** Claude Code: the files of its memory, one fact each, and the transcripts of its sessions. */
export async function* readClaudeCode(source: Source): AsyncGenerator<Imported> {
  for await (const file of source.files()) {
    if (/(?:^|\/)MEMORY\.md$/i.test(file.name)) yield* placed(file.name, [skip('not_a_memory')]);
    else if (/\.(?:md|markdown)$/i.test(file.name))
      yield* eachText(file, (content) => placed(file.name, memoryOf(content, { file, source })));
    else if (/\.jsonl$/i.test(file.name) || source.kind !== 'folder') yield* readTranscript(file);
  }
}

function* memoryOf(
  content: string,
  { file, source }: { file: SourceFile; source: Source },
): Generator<Item> {
  const { values, body } = readFrontMatter(content);
  const type = text(fields(values.metadata).type) ?? text(values.type) ?? '';
  const title = text(values.name);
  const description = text(values.description);
  const said = text(body);
  const statement = {
    origin: 'claude-code',
    id: `memory:${idOf(file, source)}`,
    content: said ?? description,
    ...among(kinds, type),
    tags: [type],
    occurredAt: file.changedAt,
    source: { documentPath: name(file.name) ?? '' },
    metadata: { title, description, project: projectOf(file.name) },
  };
  if (said !== undefined && said.length > longestFact) yield* passagesOf(statement);
  else yield factOf(statement);
}

/** The id of a file does not depend on which folder above it is given. */
function idOf({ name: file, path }: SourceFile, source: Source): string {
  const whole = source.kind === 'zip' || path === undefined ? file : resolve(path);
  return whole.replaceAll('\\', '/').split('/').slice(-3).join('/');
}

/** `<project>/memory/<name>.md`: the path of the project with `-` for each `/`. */
function projectOf(file: string): string | undefined {
  const project = dirname(dirname(file));
  return project === '.' ? undefined : project.split('/').at(-1);
}

function readTranscript(file: SourceFile): AsyncGenerator<Imported> {
  const conversations = new Map<string, Conversation>();
  const read = function* (value: unknown): Generator<Item> {
    const line = fields(value);
    if (line.type !== 'user' && line.type !== 'assistant') return yield skip('not_a_memory');
    const session = `claude-code:${name(line.sessionId) ?? name(file.name) ?? 'unknown'}`;
    const metadata = { project: text(line.cwd) };
    const conversation = conversationIn(conversations, { session, metadata });
    for (const said of messagesOf(line)) yield* conversation.say(said);
  };
  return eachLine(file, read, `${file.name}, `);
}

type Utterance = SkipReason | { speaker: string; content: string; occurredAt?: string };

/** Messages that Claude Code writes in the user's name. */
const writtenByProgram =
  /^<(?:command-|local-command|bash-|task-notification)|^Caveat: The messages below/;
const [reminder, reminderEnd] = ['<system-reminder>', '</system-reminder>'];

function* messagesOf(line: Fields): Generator<Utterance> {
  if (line.isSidechain === true) return yield 'tool';
  if (line.isMeta === true || line.isApiErrorMessage === true) return yield 'system';
  if (line.isCompactSummary === true || line.isVisibleInTranscriptOnly === true)
    return yield 'hidden';
  const { content } = fields(line.message);
  const texts: string[] = [];
  for (const block of typeof content === 'string'
    ? [{ type: 'text', text: content }]
    : list(content)) {
    const { type, text: said } = fields(block);
    if (type === 'text' && typeof said === 'string') texts.push(said);
    else yield reasonOf(type);
  }
  const said = text(withoutReminders(texts.join('\n')));
  if (said === undefined) {
    if (texts.length > 0) yield 'system';
    return;
  }
  if (line.type === 'user' && writtenByProgram.test(said)) return yield 'system';
  yield { speaker: line.type as string, content: said, occurredAt: time(line.timestamp) };
}

/** A tag without an end is part of the text. */
function withoutReminders(said: string): string {
  let kept = '';
  for (let at = 0; ; ) {
    const from = said.indexOf(reminder, at);
    const end = from < 0 ? -1 : said.indexOf(reminderEnd, from);
    if (end < 0) return kept + said.slice(at);
    kept += said.slice(at, from);
    at = end + reminderEnd.length;
  }
}

function reasonOf(type: unknown): SkipReason {
  if (type === 'thinking' || type === 'redacted_thinking') return 'reasoning';
  return type === 'image' || type === 'document' ? 'media' : 'tool';
}
