import { z } from 'zod';

/** The form of requests to the API of memory stores. The engine checks contents, names, paths and times. */

const metadata = z.record(z.string(), z.string());
const metadataPatch = z.record(z.string(), z.string().nullable());

export const createStoreBody = z.strictObject({
  name: z.string(),
  description: z.string().nullish(),
  metadata: metadata.nullish(),
});

export const updateStoreBody = z.strictObject({
  name: z.string().nullish(),
  description: z.string().nullish(),
  metadata: metadataPatch.nullish(),
});

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hexadecimal characters');
const contentPrecondition = z.strictObject({
  type: z.literal('content_sha256'),
  content_sha256: sha256,
});
const absencePrecondition = z.strictObject({ type: z.literal('not_exists') });

export const createMemoryBody = z.strictObject({ path: z.string(), content: z.string() });

/** The older version: an upsert, or with a precondition a create. */
export const upsertMemoryBody = z.strictObject({
  path: z.string(),
  content: z.string(),
  precondition: absencePrecondition
    .nullish()
    .meta({ description: 'Only in the older version, where a create overwrites what is there.' }),
});

export const updateMemoryBody = z.strictObject({
  path: z.string().nullish(),
  content: z.string().nullish(),
  precondition: contentPrecondition.nullish(),
});

export const olderUpdateMemoryBody = z.strictObject({
  path: z.string().nullish(),
  content: z.string().nullish(),
  precondition: z
    .discriminatedUnion('type', [contentPrecondition, absencePrecondition])
    .nullish()
    .meta({ description: 'not_exists: only in the older dialect.' }),
});

/** A whole number in a query string. */
export const whole = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(minimum).max(maximum))
    .meta({ override: { type: 'integer', pattern: undefined, minimum, maximum } });

/** True or false in a query string. */
export const flag = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .meta({ override: { type: 'boolean', enum: undefined } });

/** The engine checks it, like every time. */
export const time = z.string().meta({ format: 'date-time' });

const view = z.enum(['basic', 'full']).optional();
const paging = {
  limit: whole(1, 100).optional(),
  page: z.string().min(1).optional().meta({ description: '`next_page` of the page before.' }),
};
const createdAt = { 'created_at[gte]': time.optional(), 'created_at[lte]': time.optional() };

export const viewQuery = z.object({ view });

export const listStoresQuery = z.object({
  ...paging,
  ...createdAt,
  include_archived: flag.optional(),
});

export const listMemoriesQuery = z.object({
  ...paging,
  view,
  path_prefix: z.string().optional(),
  depth: whole(0, 1).optional(),
});

export const deleteMemoryQuery = z.object({ expected_content_sha256: sha256.optional() });

export const listVersionsQuery = z.object({
  ...paging,
  ...createdAt,
  view,
  memory_id: z.string().optional(),
  operation: z.enum(['created', 'modified', 'deleted']).optional(),
  session_id: z.string().optional(),
  api_key_id: z.string().optional(),
  service_account_id: z.string().optional(),
});
