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

const first =
  /\b(?:i|i'm|i've|i'd|i'll|im|my|me|mine|myself|we|we're|we've|our|ours|us)\b|[我咱俺私僕]/gi;
const second =
  /\b(?:you|you're|you've|you'd|you'll|your|yours|yourself|ya|u|ur)\b|[你您妳]|あなた/gi;
/** Only the beginning of a long text is read. */
const longest = 400;

/**
 * Whom a text is about: 1 its speaker, -1 the listener (`What did you plant?`). Without a pronoun of either 0.5,
 * because most texts are about their speakers.
 */
export function aboutSpeaker(content: string): number {
  const text = content.slice(0, longest).replace(/[‘’]/g, "'");
  const own = text.match(first)?.length ?? 0;
  const others = text.match(second)?.length ?? 0;
  return own + others === 0 ? 0.5 : (own - others) / (own + others);
}
