import type { Turn } from './turn-memory.ts';

/** The turn that a model is called for: that of the user's last message, if it has words. */
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
