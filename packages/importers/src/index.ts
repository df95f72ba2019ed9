export { exportAs } from './export-as.ts';
export {
  type ExportFormat,
  exportFormats,
  type ImportFormat,
  importFormats,
  parseFormat,
} from './format-names.ts';
export type { ForeignFormat } from './formats/index.ts';
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
export { onlyFile } from './read-file.ts';
export { type OpenedImport, openImport, readItems } from './read-items.ts';
export type { ReadOptions } from './reader.ts';
export type { Source, SourceFile } from './sources/source.ts';
export type { FactOptions } from './store-facts.ts';
