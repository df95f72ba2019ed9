/** How data from outside is checked, in every package: one value at a time, or all fields of a form at once. */
export {
  callback,
  choice,
  having,
  integer,
  invalid,
  listOf,
  numberBetween,
  numberFrom,
  type Parse,
  parseCategory,
  parseFlag,
  parseImportance,
  parseInteger,
  parseName,
  parseObject,
  parseSignal,
  parseText,
  parseTime,
  show,
} from './fields.ts';
export {
  type Fields,
  type FieldsOf,
  form,
  nearest,
  type Parsed,
  parseFields,
  parseOptions,
} from './parse-fields.ts';
export { parsePolicy } from './store-input.ts';
