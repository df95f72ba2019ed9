import {
  callback,
  type FieldsOf,
  integer,
  parseCursor,
  parseName,
  parsePageBytes,
  parseSequence,
} from '@mneme/engine/input';
import { writeFields } from '../records/index.ts';
import type { AppendOptions, GetSessionOptions, ListSessionsOptions } from './api.ts';

/** The options of each call on episodes and sessions. A missing option does not compile. */

/** The same limit as for the session of a source. */
export const parseSession = (value: unknown, field: string) => parseName(value, field, 1024);

export const appendFields = {
  ...writeFields,
  session: parseSession,
  onProgress: callback<NonNullable<AppendOptions['onProgress']>>(),
} satisfies FieldsOf<AppendOptions>;

export const listSessionsFields = {
  limit: integer({ min: 1, max: 1000 }),
  maxBytes: parsePageBytes,
  cursor: parseCursor,
} satisfies FieldsOf<ListSessionsOptions>;

export const getSessionFields = {
  ...listSessionsFields,
  fromSequence: parseSequence,
} satisfies FieldsOf<GetSessionOptions>;
