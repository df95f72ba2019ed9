import { chunkText } from '@mneme/core/faces';
import { type Imported, type ImportedTurn, type SkipReason, skip } from './imported.ts';
import { metadata, text } from './values.ts';

/** A message as a format tells it. */
export interface Message {
  speaker: string;
  content: unknown;
  /** ISO 8601 in UTC. Default: that of the message before. */
  occurredAt?: string;
}

/** At most 30,000 bytes in any script, of the 32,768 that a memory takes. */
const longestTurn = 10_000;

/**
 * Numbers the turns of one conversation as they come, so that it may go on later and its turns keep their numbers. What
 * is too long for one memory comes as several turns.
 */
export class Conversation {
  readonly #shared: Pick<ImportedTurn, 'scope' | 'session' | 'metadata'>;
  #occurredAt: string | undefined;
  #sequence = 0;

  constructor({
    occurredAt,
    metadata: beside,
    ...shared
  }: Pick<ImportedTurn, 'scope' | 'session' | 'metadata' | 'occurredAt'>) {
    const kept = metadata(beside ?? {});
    this.#shared = kept === undefined ? shared : { ...shared, metadata: kept };
    this.#occurredAt = occurredAt;
  }

  *say(message: Message | SkipReason, at: string): Generator<Imported> {
    if (typeof message === 'string') {
      yield skip(at, message);
      return;
    }
    const content = text(message.content);
    if (content === undefined) {
      yield skip(at, 'empty');
      return;
    }
    this.#occurredAt = message.occurredAt ?? this.#occurredAt;
    for (const { start, end } of chunkText(content, longestTurn)) {
      const piece = content.slice(start, end).trim();
      if (piece === '') continue;
      yield {
        kind: 'turn',
        at,
        ...this.#shared,
        sequence: this.#sequence,
        content: piece,
        speaker: message.speaker,
        occurredAt: this.#occurredAt,
      };
      this.#sequence += 1;
    }
  }
}
