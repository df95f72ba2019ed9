export { analyse } from './analyse.ts';
export { type AnalysedQuery, analyseQuery } from './analyse-query.ts';
export { isCjkRun, separateCjk } from './cjk.ts';
export { foldText, isAscii, lowerCase } from './fold.ts';
export { indexTerms, textToEmbed } from './index-text.ts';
export { isConversation, questionsIn } from './questions.ts';
export { queryNames } from './speaker.ts';
export { isStopWord } from './stop-words.ts';
export { utf8Length } from './utf8-length.ts';
