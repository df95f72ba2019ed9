import { callback, type FieldsOf, integer, parseFlag, parseName } from '@mneme/engine/input';
import { writeFields } from '../records/index.ts';
import type { DoctorOptions } from './api.ts';

/** The options of `doctor`. A missing option does not compile. */
export const doctorFields = {
  ...writeFields,
  scope: (value: unknown, field: string) => parseName(value, field),
  fix: parseFlag,
  near: parseFlag,
  staleDays: integer({ min: 1, max: 36_500 }),
  maxRecords: integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
  examples: integer({ min: 0, max: 1000 }),
  onProgress: callback<NonNullable<DoctorOptions['onProgress']>>(),
} satisfies FieldsOf<DoctorOptions>;
