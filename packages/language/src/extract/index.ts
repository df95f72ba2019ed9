export * from './absolute-dates.ts';
export { endIn } from './ends-in.ts';
export * from './extracted-kinds.ts';
export { factsIn, type StatedFact } from './facts-in.ts';
export * from './is-self-contained.ts';
export { pronounsIn } from './pronouns.ts';
export { statementsIn } from './statements-in.ts';
