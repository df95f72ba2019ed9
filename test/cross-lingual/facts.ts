import { readFileSync } from 'node:fs';

/** One fact and a question about it, each in two languages. */
export interface TranslatedFact {
  en: string;
  zh: string;
  enQuestion: string;
  zhQuestion: string;
}

/** Each line: English fact | Chinese fact | English question | Chinese question. */
export const facts: TranslatedFact[] = readFileSync(new URL('./facts.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [en = '', zh = '', enQuestion = '', zhQuestion = ''] = line
      .split('|')
      .map((part) => part.trim());
    return { en, zh, enQuestion, zhQuestion };
  });
