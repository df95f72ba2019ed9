import { type FilterOptions, memoryCategories } from '@mneme/core';
import { kindsValue, whereValue } from './option-values.ts';
import type { OptionTable, OptionValues } from './options.ts';

/** Options of the commands that search. */
export const filterOptions = {
  kind: { list: 'KIND', help: 'only episodes (what was said) or only facts (what is known)' },
  category: { list: 'A,B', help: 'only these categories', oneOf: memoryCategories },
  tags: { list: 'A,B', help: 'only memories with all of these tags' },
  'min-importance': {
    number: '1..5',
    help: 'only memories of this importance or higher',
  },
  'occurred-from': {
    value: 'TIME',
    help: 'only what was said or happened then or later (ISO 8601)',
  },
  'occurred-before': {
    value: 'TIME',
    help: 'only what was said or happened before then (ISO 8601)',
  },
  where: {
    values: 'KEY=VALUE',
    help: 'only memories with this in their metadata, or in their source as source.KEY; several values of one key: any of them',
  },
  'as-of': { value: 'TIME', help: 'the state at that time (ISO 8601)' },
  contested: { help: 'only memories that contest an older one' },
  'include-superseded': { help: 'memories that were replaced, too' },
} as const satisfies OptionTable;

export function filterFrom(values: OptionValues<typeof filterOptions>): FilterOptions {
  const { occurredFrom: from, occurredBefore: before, tags, minImportance } = values;
  const { contested, asOf, includeSuperseded } = values;
  return {
    kinds: kindsValue(values.kind),
    categories: values.category,
    occurredAt: from === undefined && before === undefined ? undefined : { from, before },
    where: whereValue(values.where),
    ...{ tags, minImportance, contested, asOf, includeSuperseded },
  };
}
