import type { Extractor } from '@mneme/contract';
import {
  callback,
  type FieldsOf,
  having,
  integer,
  numberFrom,
  parseFlag,
  parseName,
} from '@mneme/contract/input';
import { writeFields } from '../records/index.ts';
import type { ConsolidateOptions } from './api.ts';

const most = Number.MAX_SAFE_INTEGER;
const asObject = having<Extractor>(
  'extract',
  'give one, such as ruleExtractor(), or that of httpLlm() or claudeLlm()',
);

/** An extractor, or just its `extract` function. */
export function parseExtractor(value: unknown, field: string): Extractor {
  if (typeof value === 'function')
    return {
      name: value.name === '' ? 'extractor' : value.name,
      extract: value as Extractor['extract'],
    };
  const extractor = asObject(value, field);
  const { name, knownLimit, windowLimit } = extractor;
  if (name !== undefined) parseName(name, `${field}.name`);
  if (knownLimit !== undefined) integer({ min: 0, max: 1000 })(knownLimit, `${field}.knownLimit`);
  if (windowLimit !== undefined)
    integer({ min: 1, max: 10_000 })(windowLimit, `${field}.windowLimit`);
  return extractor;
}

/** The options of `consolidate`. A missing option does not compile. */
export const consolidateFields = {
  ...writeFields,
  extractor: parseExtractor,
  dryRun: parseFlag,
  maxCalls: integer({ min: 0, max: most }),
  maxCost: numberFrom(0),
  windowTurns: integer({ min: 1, max: 200 }),
  onProgress: callback<NonNullable<ConsolidateOptions['onProgress']>>(),
} satisfies FieldsOf<ConsolidateOptions>;
