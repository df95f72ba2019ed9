import { en, type Words } from './en.ts';
import { zh } from './zh.ts';

/** Every language of the interface by its tag. */
export const languages: Readonly<Record<string, Words>> = { en, zh };

/** The one that was chosen, else the first that the browser asks for, else English. */
export function wordsFor(chosen: string | undefined, accepted: string | undefined): Words {
  const asked = (accepted ?? '').split(',').map((tag) => tag.trim().slice(0, 2).toLowerCase());
  return [chosen ?? '', ...asked].map((tag) => languages[tag]).find(isThere) ?? en;
}

function isThere(words: Words | undefined): words is Words {
  return words !== undefined;
}
