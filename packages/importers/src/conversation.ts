import { chunkText } from '@mneme/core/faces';
import { type ImportedTurn, type Item, type SkipReason, skip } from './imported.ts';
import { metadata, text } from './values.ts';

/** A message in a format's terms. */
export interface Message {
  speaker: string;
  content: unknown;
  /** ISO 8601 in UTC. Default: the time of the message before. */
  occurredAt?: string;
  /** The source's own id: the message is the same in whatever file or session it stands. */
  id?: string;
}

type Start = Pick<ImportedTurn, 'scope' | 'session' | 'metadata' | 'occurredAt'>;

/** The conversation of a session whose turns are not read one after the other. */
export function conversationIn(known: Map<string, Conversation>, start: Start): Conversation {
  const found = known.get(start.session) ?? new Conversation(start);
  known.set(start.session, found);
  return found;
}

/** At most 30,000 bytes in any script; a memory may have 32,768. */
const longestTurn = 10_000;

/**
 * Numbers the turns of one conversation, so that a later import can add turns without changing numbers. A text that is
 * too long for one memory becomes several turns.
 */
export class Conversation {
  readonly #shared: Start;
  #occurredAt: string | undefined;
  #sequence = 0;

  constructor({ occurredAt, metadata: beside, ...shared }: Start) {
    this.#shared = { ...shared, metadata: metadata(beside ?? {}) };
    this.#occurredAt = occurredAt;
  }

  *say(message: Message | SkipReason): Generator<Item> {
    if (typeof message === 'string') return yield skip(message);
    const content = text(message.content);
    if (content === undefined) return yield skip('empty');
    this.#occurredAt = message.occurredAt ?? this.#occurredAt;
    for (const [at, { start, end }] of chunkText(content, longestTurn).entries()) {
      const piece = content.slice(start, end).trim();
      if (piece === '') continue;
      yield {
        kind: 'turn',
        ...this.#shared,
        sequence: this.#sequence,
        content: piece,
        speaker: message.speaker,
        occurredAt: this.#occurredAt,
        ...(message.id !== undefined && {
          source: { externalId: at === 0 ? message.id : `${message.id}#${at}` },
        }),
      };
      this.#sequence += 1;
    }
  }
}
