import { analyse } from './analyse.ts';

/** How applications call the side of a conversation that is a program. Lower case. */
const programs = new Set(
  'assistant ai bot chatbot model system tool agent claude 助手 助理 机器人 アシスタント'.split(
    ' ',
  ),
);

/** And the side that is not. */
const persons = new Set('user human person me 用户 人类 我 ユーザー'.split(' '));

/** Whether a speaker is the assistant and not the person. */
export function isAssistant(speaker: string | undefined): boolean {
  return speaker !== undefined && programs.has(speaker.trim().toLowerCase());
}

/** Whether a speaker is the person, and not told by a name. */
export function isUser(speaker: string): boolean {
  return persons.has(speaker.trim().toLowerCase());
}

/** Whether a speaker is told by what he is in a dialogue, and not by a name. */
export function isRole(speaker: string): boolean {
  return isAssistant(speaker) || isUser(speaker);
}

/** Which speakers a query names: by the whole name, or by its first word (`Ada` for `Ada Lovelace`). */
export function queryNames(query: string): { has(speaker: string): boolean } {
  const words = new Set(analyse(query));
  const known = new Map<string, boolean>();
  return {
    has(speaker) {
      let named = known.get(speaker);
      if (named === undefined) {
        const first = analyse(speaker.split(/\s+/u)[0] ?? '');
        named = first.length > 0 && first.every((term) => words.has(term));
        known.set(speaker, named);
      }
      return named;
    },
  };
}
