import { z } from 'zod';
import { invalidRequest } from '../http/api-error.ts';

/** What requests may hold. The engine checks contents, names and paths; here is the form. */

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

/** The older dialect: an upsert, or with a precondition a create. */
export const upsertMemoryBody = z.strictObject({
  path: z.string(),
  content: z.string(),
  precondition: absencePrecondition.nullish(),
});

export const updateMemoryBody = z.strictObject({
  path: z.string().nullish(),
  content: z.string().nullish(),
  precondition: contentPrecondition.nullish(),
});

export const olderUpdateMemoryBody = z.strictObject({
  path: z.string().nullish(),
  content: z.string().nullish(),
  precondition: z.discriminatedUnion('type', [contentPrecondition, absencePrecondition]).nullish(),
});

const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(min).max(max));
/** The engine reads it, as every time. */
const time = z.string().meta({ format: 'date-time' });

const view = z.enum(['basic', 'full']).optional();
const paging = { limit: whole(1, 100).optional(), page: z.string().min(1).optional() };
const createdAt = { 'created_at[gte]': time.optional(), 'created_at[lte]': time.optional() };

export const viewQuery = z.object({ view });

export const listStoresQuery = z.object({
  ...paging,
  ...createdAt,
  include_archived: z
    .enum(['true', 'false'])
    .optional()
    .transform((text) => text === 'true'),
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

/** The value in its parsed form, or a 400 that names the field. */
export function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field =
    issue === undefined || issue.path.length === 0 ? fieldOf(issue) : issue.path.join('.');
  throw invalidRequest(`${field}: ${issue?.message ?? 'is not valid'}.`);
}

function fieldOf(issue: z.core.$ZodIssue | undefined): string {
  return issue?.code === 'unrecognized_keys' ? (issue.keys[0] ?? 'body') : 'body';
}
