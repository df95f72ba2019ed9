import type { EmbedderCalibration } from '@mneme/core';
import { type FieldsOf, form, numberFrom, parseText } from '@mneme/core/input';

const cosine = numberFrom(-1);

/** Options shared by several embedders. */
export const commonFields = {
  prefixes: form({ query: parseText, passage: parseText }, ['query', 'passage']),
  calibration: form(
    {
      duplicate: cosine,
      related: cosine,
      relevant: cosine,
    } satisfies FieldsOf<EmbedderCalibration>,
    ['duplicate', 'related', 'relevant'],
  ),
};
