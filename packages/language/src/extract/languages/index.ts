import { arabic } from './arabic.ts';
import { chinese } from './chinese.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { hindi } from './hindi.ts';
import { italian } from './italian.ts';
import { japanese } from './japanese.ts';
import { korean } from './korean.ts';
import type { LanguageCues } from './language-cues.ts';
import { portuguese } from './portuguese.ts';
import { russian } from './russian.ts';
import { spanish } from './spanish.ts';

export type { LanguageCues };

/** By their codes (ISO 639-1). */
export const languages: Readonly<Record<string, LanguageCues>> = {
  en: english,
  zh: chinese,
  ja: japanese,
  ko: korean,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  pt: portuguese,
  ru: russian,
  hi: hindi,
  ar: arabic,
};
