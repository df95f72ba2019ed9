export { exportAs } from './export-as.ts';
export {
  type ExportFormat,
  exportFormats,
  type ImportFormat,
  importFormats,
  parseFormat,
} from './format-names.ts';
export {
  type ImportItemsOptions,
  type ImportProblem,
  type ItemsReport,
  importItems,
} from './import-items.ts';
export {
  type Imported,
  type ImportedFact,
  type ImportedSkip,
  type ImportedTurn,
  type SkipReason,
  skipReasons,
} from './imported.ts';
export { type ReadInput, readInputs } from './read-inputs.ts';
export { type OpenedImport, openImport, readItems } from './read-items.ts';
export type { ReadOptions } from './reader.ts';
export type { Source, SourceFile } from './sources/source.ts';
export type { FactOptions } from './store-facts.ts';
