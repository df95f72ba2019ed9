import type { MemoryScope } from '@mneme/core';
import { callback, type FieldsOf, parseFlag, parseName, parseOptions } from '@mneme/core/input';
import { prefetch } from '../prefetch/prefetch.ts';
import { type PrefetchOptions, prefetchFields } from '../prefetch/prefetch-options.ts';
import { appendTurns } from './append-turns.ts';

/** Options of the framework adapters, besides those of a prefetch. */
export interface TurnMemoryOptions extends Omit<PrefetchOptions, 'signal'> {
  /** The session of stored turns, unless a call names one. Default: a new one. */
  session?: string;
  /** Whether turns are stored. Default: true. */
  keepTurns?: boolean;
  /** Called if something cannot be recalled or stored: the dialogue goes on without it. Must not throw. */
  onError?: (error: unknown) => void;
}

/** One message of the user, with everything until the next one. */
export interface Turn {
  /** The session, if the call names it. */
  session?: string | undefined;
  /** Number of the user's messages before it in the model's input. */
  index: number;
  /** The user's text. */
  message: string;
  /** Nothing follows it yet: this is the first step. */
  begins: boolean;
}

/** The memory of an adapter's dialogues. */
export interface TurnMemory {
  /**
   * The block for the system prompt: recalled once for each turn, however many steps ask for it. Empty: there is
   * nothing.
   */
  recall(turn: Turn, options: { signal?: AbortSignal }): Promise<string>;
  /** Stores the finished turn's message and answer, each once, in order. Never rejects. */
  keep(turn: Turn, answer: string): Promise<void>;
}

/** The part of a scope for recalling and storing turns. */
export type TurnScope = Parameters<typeof prefetch>[0] & {
  episodes: Pick<MemoryScope['episodes'], 'append'>;
};

const { signal: _, ...prefetchOptionFields } = prefetchFields;
const optionFields = {
  ...prefetchOptionFields,
  session: (value: unknown, field: string) => parseName(value, field, 1024),
  keepTurns: parseFlag,
  onError: callback<(error: unknown) => void>(),
} satisfies FieldsOf<TurnMemoryOptions>;

/** Number of turns whose blocks are cached for their next step. */
const mostTurns = 100;

/** The part that all adapters share: {@link TurnMemory} over a scope. */
export function createTurnMemory(scope: TurnScope, options: TurnMemoryOptions = {}): TurnMemory {
  const { onError = () => {}, ...given } = parseOptions(options, optionFields);
  const { session: own = crypto.randomUUID(), keepTurns = true, ...prefetching } = given;
  const blocks = new Map<string, Promise<string>>();
  const before = new Map<string, string>();
  let appended: Promise<unknown> = Promise.resolve();

  const keyOf = ({ session = own, index, message }: Turn) =>
    JSON.stringify([session, index, message]);

  const recallOnce = async ({ session = own, message }: Turn, signal: AbortSignal | undefined) => {
    const last = before.get(session);
    remember(before, session, message);
    const { text, skipped } = await prefetch(scope, message, {
      exceptSession: session,
      ...(last !== undefined && { dialogue: [last] }),
      ...prefetching,
      signal,
    });
    if (skipped !== undefined) onError('error' in skipped ? skipped.error : skipped);
    return text;
  };

  return {
    async recall(turn, { signal }) {
      const key = keyOf(turn);
      const known = turn.begins ? undefined : blocks.get(key);
      if (known !== undefined) return known;
      const block = recallOnce(turn, signal);
      remember(blocks, key, block);
      block.catch(() => blocks.delete(key));
      return block;
    },
    async keep({ session = own, message }, answer) {
      if (!keepTurns) return;
      const turn = { session, message, answer, onError };
      appended = appended.then(() => appendTurns(scope.episodes, turn));
      await appended;
    },
  };
}

/** The current turn of a model call: that of the user's last message with text. */
export function lastTurn<Message>(
  messages: readonly Message[],
  {
    isUser,
    textOf,
    session,
  }: {
    isUser: (message: Message) => boolean;
    textOf: (message: Message) => string;
    session?: string | undefined;
  },
): Turn | undefined {
  const ofUser = messages.filter(isUser);
  const last = ofUser.at(-1);
  const message = last === undefined ? '' : textOf(last);
  if (message.trim() === '') return undefined;
  return { session, index: ofUser.length - 1, message, begins: messages.at(-1) === last };
}

/** Keeps the last entries. */
function remember<Value>(entries: Map<string, Value>, key: string, value: Value): void {
  entries.delete(key);
  entries.set(key, value);
  const [oldest = key] = entries.keys();
  if (entries.size > mostTurns) entries.delete(oldest);
}
