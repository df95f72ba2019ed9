export { absoluteDates } from './absolute-dates.ts';
export { extractChinese } from './extract-chinese.ts';
export { extractEnglish } from './extract-english.ts';
export { extractedKinds } from './extracted-kinds.ts';
export { pronounsIn } from './pronouns.ts';
export { standsAlone } from './stands-alone.ts';
