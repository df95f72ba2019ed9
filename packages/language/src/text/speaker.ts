import { analyse } from './analyse.ts';

/** How applications name the program's side of a conversation. Lower case. */
const programs = new Set(
  'assistant ai bot chatbot model system tool agent claude 助手 助理 机器人 アシスタント'.split(
    ' ',
  ),
);

/** How they name the person's side. */
const persons = new Set('user human person me 用户 人类 我 ユーザー'.split(' '));

/** Whether a speaker is the assistant and not the person. */
export function isAssistant(speaker: string | undefined): boolean {
  return speaker !== undefined && programs.has(speaker.trim().toLowerCase());
}

/** Whether a speaker is the person, but not named. */
export function isUser(speaker: string): boolean {
  return persons.has(speaker.trim().toLowerCase());
}

/** Whether a speaker is a role and not a name. */
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
