export * from './absolute-dates.ts';
export * from './extracted-kinds.ts';
export { factsIn, type SaidFact } from './facts-in.ts';
export { pronounsIn } from './pronouns.ts';
export * from './stands-alone.ts';
