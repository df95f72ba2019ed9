import { readFileSync } from 'node:fs';

/** One fact in two languages, and a question in each that it answers. */
export interface TranslatedFact {
  en: string;
  zh: string;
  enQuestion: string;
  zhQuestion: string;
}

/** A line: English fact | Chinese fact | English question | Chinese question. */
export const facts: TranslatedFact[] = readFileSync(new URL('./facts.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [en = '', zh = '', enQuestion = '', zhQuestion = ''] = line
      .split('|')
      .map((part) => part.trim());
    return { en, zh, enQuestion, zhQuestion };
  });
