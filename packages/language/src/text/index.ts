export { analyse } from './analyse.ts';
export { type AnalysedQuery, analyseQuery } from './analyse-query.ts';
export {
  chineseDay,
  chineseMonth,
  dayMs,
  dayOf,
  isoDay,
  mondayOf,
  monthNames,
  monthNumber,
  monthOf,
  nearestWeekday,
  shifted,
  type Unit,
  unitOf,
  type Way,
  weekdayNumber,
  weekdayOf,
  yearMeant,
  yearOf,
} from './calendar.ts';
export { isCjkRun, separateCjk } from './cjk.ts';
export { countOf, englishCount } from './count-of.ts';
export { foldText, isAscii, lowerCase } from './fold.ts';
export { indexTerms, textToEmbed } from './index-text.ts';
export { patternOf } from './pattern-of.ts';
export { isConversation, questionsIn, tells } from './questions.ts';
export { isAssistant, isRole, isUser, queryNames } from './speaker.ts';
export { isStopWord } from './stop-words.ts';
export { terminalJson, terminalText } from './terminal-text.ts';
export { toldOfTeller } from './told-of.ts';
export { utf8Length } from './utf8-length.ts';
export { visibleJson, visibleText } from './visible-text.ts';
