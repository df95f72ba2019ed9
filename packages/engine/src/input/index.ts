/** How data from outside is checked, in every package: one value at a time, or all fields of a form at once. */
export { escapeName } from './escape-name.ts';
export {
  callback,
  choice,
  having,
  integer,
  invalid,
  isList,
  listOf,
  maxEvidence,
  numberBetween,
  numberFrom,
  type Parse,
  parseCategory,
  parseChoice,
  parseCursor,
  parseFlag,
  parseId,
  parseImportance,
  parseInteger,
  parseKey,
  parseList,
  parseMany,
  parseName,
  parseObject,
  parsePageBytes,
  parseQuery,
  parseReason,
  parseSequence,
  parseSignal,
  parseTags,
  parseText,
  parseTime,
  show,
  textUpTo,
} from './fields.ts';
export {
  type FilterOptions,
  filterFields,
  type TimeRange,
  toFilter,
  type Where,
} from './filter.ts';
export { nearest } from './nearest.ts';
export {
  type Fields,
  type FieldsOf,
  form,
  type Parsed,
  parseFields,
  parseOptions,
} from './parse-fields.ts';
export { parsePlace } from './parse-place.ts';
export { parseRecord } from './record.ts';
export {
  assertKind,
  boundedJson,
  type ConflictPolicy,
  metadataLimit,
  parsePolicy,
  parseSource,
  type StoreInput,
  type StoreItem,
  storeInputParser,
} from './store-input.ts';
export { parseUpdateInput, type Update, type UpdateInput } from './update-input.ts';
