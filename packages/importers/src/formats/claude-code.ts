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
    const message = messageIn(line);
    if (message === undefined) return yield skip('not_a_memory');
    const session = `claude-code:${name(line.sessionId) ?? name(file.name) ?? 'unknown'}`;
    const metadata = { project: text(line.cwd) };
    const conversation = conversationIn(conversations, { session, metadata });
    for (const said of messagesOf(line, message)) yield* conversation.say(said);
  };
  return eachLine(file, read, `${file.name}, `);
}

/** A message of a line: its own, or one that the user typed while a tool ran. */
interface LineMessage {
  speaker: 'user' | 'assistant';
  content: unknown;
  model?: unknown;
  /** Where a message in the user's name came from. */
  origin: unknown;
}

function messageIn(line: Fields): LineMessage | undefined {
  const { type, origin } = line;
  if (type === 'user' || type === 'assistant')
    return { speaker: type, ...(fields(line.message) as { content: unknown }), origin };
  const attachment = fields(line.attachment);
  if (type !== 'attachment' || attachment.type !== 'queued_command') return undefined;
  if (attachment.commandMode !== undefined && attachment.commandMode !== 'prompt') return undefined;
  return { speaker: 'user', content: attachment.prompt, origin: attachment.origin ?? origin };
}

type Utterance =
  | SkipReason
  | { speaker: string; content: string; occurredAt?: string; id?: string };

function* messagesOf(line: Fields, message: LineMessage): Generator<Utterance> {
  if (line.isSidechain === true) return yield 'tool';
  if (line.isMeta === true || line.isApiErrorMessage === true || message.model === '<synthetic>')
    return yield 'system';
  if (line.isCompactSummary === true || line.isVisibleInTranscriptOnly === true)
    return yield 'hidden';
  const { speaker, content } = message;
  if (speaker === 'user' && !isTyped(message.origin)) return yield 'system';
  const texts: string[] = [];
  for (const block of typeof content === 'string'
    ? [{ type: 'text', text: content }]
    : list(content)) {
    const { type, text: said } = fields(block);
    if (type === 'text' && typeof said === 'string') texts.push(said);
    else yield reasonOf(type);
  }
  const own = speaker === 'user' ? ownTexts(texts) : texts;
  const said = text(withoutElements(own.join('\n'), ofProgram));
  if (said === undefined) {
    if (texts.length > 0) yield 'system';
    return;
  }
  if (speaker === 'user' && writtenByProgram.test(said)) return yield 'system';
  const id = text(line.uuid);
  yield {
    speaker,
    content: said,
    occurredAt: time(line.timestamp),
    ...(id !== undefined && { id: `claude-code:${id}` }),
  };
}

/** Whether a person typed it: not another session, a hook or a notification. */
function isTyped(origin: unknown): boolean {
  const { kind } = fields(origin);
  return kind === undefined || kind === 'human' || kind === 'user';
}

/** Messages that Claude Code writes in the user's name. */
const writtenByProgram =
  /^<(?:command-|local-command|bash-|task-notification)|^Caveat: The messages below/;
const interruption = /^\[Request interrupted by user(?: for tool use)?\]$/;
/** The names of elements that Claude Code and its editors put into a message. */
const ofProgram =
  /^(?:system|ide|command|local-command|bash|task|teammate|cross-session|user-memory|user-prompt-submit|new|post-tool)[-_]/;
const anyCompound = /[-_]/;

/** Of several texts of one message, those that are not written by the program. */
function ownTexts(texts: readonly string[]): string[] {
  const isElement = (said: string) =>
    said.startsWith('<') && withoutElements(said, anyCompound).trim() === '';
  return texts.filter(
    (said) => !interruption.test(said.trim()) && !(texts.length > 1 && isElement(said.trim())),
  );
}

const opening = /<([a-z][\w-]*)(?:\s[^<>]*)?>/g;

/**
 * Leaves out the elements with such a name that begin a line. Within a line only reminders are the program's; another
 * element there is what somebody writes about. A tag without an end is part of the text.
 */
function withoutElements(said: string, names: RegExp): string {
  const unclosed = new Set<string>();
  let kept = '';
  let at = 0;
  for (const { 0: tag, 1: element = '', index } of said.matchAll(opening)) {
    if (index < at || unclosed.has(element) || !names.test(element)) continue;
    const isWithin = said.slice(Math.max(at, said.lastIndexOf('\n', index)), index).trim() !== '';
    if (isWithin && element !== 'system-reminder') continue;
    const closing = `</${element}>`;
    const end = said.indexOf(closing, index + tag.length);
    if (end < 0) {
      unclosed.add(element);
      continue;
    }
    kept += said.slice(at, index);
    at = end + closing.length;
  }
  return kept + said.slice(at);
}

function reasonOf(type: unknown): SkipReason {
  if (type === 'thinking' || type === 'redacted_thinking') return 'reasoning';
  return type === 'image' || type === 'document' ? 'media' : 'tool';
}
