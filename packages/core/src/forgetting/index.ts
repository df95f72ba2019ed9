export * from './decay.ts';
export { selectForPruning } from './select-for-pruning.ts';
