export { absoluteDates } from './absolute-dates.ts';
export { type ExtractedKind, extractedKinds } from './extracted-kinds.ts';
export { factsIn, type SaidFact } from './facts-in.ts';
export { pronounsIn } from './pronouns.ts';
export { standsAlone } from './stands-alone.ts';
