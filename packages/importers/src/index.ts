export * from './export-as.ts';
export * from './format-names.ts';
export * from './import-items.ts';
export {
  type Imported,
  type ImportedFact,
  type ImportedSkip,
  type ImportedTurn,
  type ReadOptions,
  type SkipReason,
  skipReasons,
} from './imported.ts';
export { type ReadInput, readInputs } from './read-inputs.ts';
export * from './read-items.ts';
export type * from './sources/source.ts';
export type { FactOptions } from './store-facts.ts';
