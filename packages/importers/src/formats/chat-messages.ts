import { MnemeError } from '@mneme/core';
import { isChatMessage, readChatMessage } from '@mneme/core/input';
import { Conversation } from '../conversation.ts';
import { broken, type Item, type SkipReason, skip } from '../imported.ts';
import { type Fields, fields, hashOfWords, isFields, list, name, time } from '../values.ts';

/** Where APIs name the conversation of a message, and its time. */
const sessionKeys = 'session conversation_id conversationId thread_id threadId'.split(' ');
const timeKeys = 'time timestamp occurredAt created_at createdAt'.split(' ');

/** What is read of a message, besides what any line has. */
export const messageKeys: readonly string[] = [
  ...'role name parts messages'.split(' '),
  ...sessionKeys,
  ...timeKeys,
];

/** The messages of a value: a message of a chat API, a list of them, or an object with a list `messages`. */
export function messagesIn(
  value: unknown,
): { messages: readonly unknown[]; of?: Fields } | undefined {
  if (isChatMessage(value)) return { messages: [value] };
  if (Array.isArray(value) && value.some(isChatMessage)) return { messages: value, of: {} };
  if (!isFields(value) || !list(value.messages).some(isChatMessage)) return undefined;
  return { messages: list(value.messages), of: value };
}

/** Checks what a message has beside role and words: tags, metadata and more. */
type ReadMore = (line: Fields) => {
  scope?: string;
  id?: string;
  sequence?: number;
  more: Partial<
    Pick<Extract<Item, { kind: 'turn' }>, 'tags' | 'importance' | 'expiresAt' | 'metadata'>
  >;
};

/**
 * Numbers the messages of a file as turns. A message that names no conversation belongs to that of its file or list,
 * which is recognised by its first words, so that a longer version of it adds only what is new.
 */
export class ChatMessages {
  readonly #file: string;
  readonly #readMore: ReadMore;
  readonly #conversations = new Map<string, Conversation>();
  readonly #firstWords = new Map<string, number>();
  #session: string | undefined;

  constructor(file: string, readMore: ReadMore) {
    this.#file =
      file
        .split('/')
        .at(-1)
        ?.replace(/\.\w+$/, '') || 'messages';
    this.#readMore = readMore;
  }

  *turns({ messages, of }: { messages: readonly unknown[]; of?: Fields }): Generator<Item> {
    // Single messages of a file are one conversation; each list is its own.
    if (of !== undefined) this.#session = name(sessionOf(of) ?? of.id);
    for (const message of messages) {
      try {
        yield* this.#turnsOf({ ...sharedBy(of), ...fields(message) });
      } catch (error) {
        if (!MnemeError.isInstance(error)) throw error;
        yield broken(error.message);
      }
    }
    if (of !== undefined) this.#session = undefined;
  }

  *#turnsOf(message: Fields): Generator<Item> {
    const content = message.content ?? message.parts ?? message.text;
    const said = readChatMessage({ ...message, content });
    if (said === undefined) return yield skip(reasonFor(message, content));
    const { scope, id, sequence, more } = this.#readMore({ ...message, ...said });
    const session = name(sessionOf(message)) ?? this.#current(said.content);
    const turns = this.#conversation(session, scope).say({
      ...said,
      occurredAt: timeKeys.map((key) => time(message[key])).find((found) => found !== undefined),
    });
    let piece = 0;
    for (const turn of turns) {
      const externalId = piece === 0 ? id : `${id}#${piece}`;
      yield {
        ...turn,
        ...more,
        ...(id !== undefined && { source: { externalId } }),
        // A long text is several turns.
        ...(sequence !== undefined && { sequence: sequence + piece / 1000 }),
      } as Item;
      piece += 1;
    }
  }

  /** The session of the list or file that is being read. */
  #current(words: string): string {
    this.#session ??= this.#named(words);
    return this.#session;
  }

  #conversation(session: string, scope: string | undefined): Conversation {
    const key = JSON.stringify([scope, session]);
    const found = this.#conversations.get(key) ?? new Conversation({ scope, session });
    this.#conversations.set(key, found);
    return found;
  }

  /** Lists that begin with the same words are told apart by their order. */
  #named(firstWords: string): string {
    const session = `${this.#file}:${hashOfWords(firstWords).slice(0, 8)}`;
    const before = this.#firstWords.get(session) ?? 0;
    this.#firstWords.set(session, before + 1);
    return before === 0 ? session : `${session}~${before + 1}`;
  }
}

function sessionOf(value: Fields): unknown {
  return sessionKeys.map((key) => value[key]).find((found) => (found ?? '') !== '');
}

/** What a conversation says of all its messages. */
function sharedBy({ scope, user_id, ...of }: Fields = {}): Fields {
  const times = timeKeys.filter((key) => of[key] !== undefined).map((key) => [key, of[key]]);
  return { ...((scope ?? user_id) ? { scope, user_id } : {}), ...Object.fromEntries(times) };
}

/** Why a message has nothing that somebody says. */
function reasonFor({ role, ...message }: Fields, content: unknown): SkipReason {
  if (role === 'system' || role === 'developer') return 'system';
  const types = list(content).map((block) => String(fields(block).type ?? ''));
  const isTool = [String(role), ...Object.keys(message), ...types].some((each) =>
    /tool|function/i.test(each),
  );
  if (isTool) return 'tool';
  return types.length > 0 ? 'media' : 'empty';
}
