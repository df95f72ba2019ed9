import { type FilterOptions, memoryCategories } from '@mneme/core';
import {
  categoriesValue,
  kindsValue,
  listValue,
  numberValue,
  whereValue,
} from './option-values.ts';
import { importances, type OptionTable, type OptionValues } from './options.ts';

/** Options of the commands that search. */
export const filterOptions = {
  kind: { value: 'KIND', help: 'only episodes (what was said) or only facts (what is known)' },
  category: { value: 'A,B', help: 'only these categories', choices: memoryCategories },
  tags: { value: 'A,B', help: 'only memories with all of these tags' },
  'min-importance': {
    value: '1..5',
    help: 'only memories of this importance or higher',
    choices: importances,
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
  'as-of': { value: 'TIME', help: 'as things stood then (ISO 8601)' },
  contested: { help: 'only memories that contest an older one' },
  'include-superseded': { help: 'memories that were replaced, too' },
} as const satisfies OptionTable;

export function filterFrom(values: OptionValues<typeof filterOptions>): FilterOptions {
  const from = values['occurred-from'];
  const before = values['occurred-before'];
  return {
    kinds: kindsValue(values.kind),
    categories: categoriesValue(values.category),
    tags: listValue(values.tags),
    minImportance: numberValue(values['min-importance'], 'minImportance'),
    occurredAt: from === undefined && before === undefined ? undefined : { from, before },
    where: whereValue(values.where),
    contested: values.contested,
    asOf: values['as-of'],
    includeSuperseded: values['include-superseded'],
  };
}
