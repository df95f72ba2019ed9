import type { Turn } from './turn-memory.ts';

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
  const said = messages.filter(isUser);
  const last = said.at(-1);
  const message = last === undefined ? '' : textOf(last);
  if (message.trim() === '') return undefined;
  const named = session === undefined ? {} : { session };
  return { ...named, index: said.length - 1, message, begins: messages.at(-1) === last };
}
