export * from './analyse.ts';
export * from './calendar.ts';
export * from './fold.ts';
export { indexTerms, textToEmbed } from './index-text.ts';
export * from './questions.ts';
export * from './speaker.ts';
export * from './stop-words.ts';
export * from './terminal-text.ts';
export * from './utf8-length.ts';
