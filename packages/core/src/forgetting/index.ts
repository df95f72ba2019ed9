export {
  daysBetween,
  defaultDecay,
  effectiveImportance,
  halfLifeOf,
} from './decay.ts';
export { selectForPruning } from './select-for-pruning.ts';
