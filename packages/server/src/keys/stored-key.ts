import type { StoredKey } from '@mneme/core';
import { z } from 'zod';

export const accessSchema = z.enum(['read_only', 'read_write']);

/** A key as a file keeps it. */
export const storedKeySchema = z.strictObject({
  id: z.string().regex(/^key_[0-9a-f]{24}$/, 'must be key_ and 24 hexadecimal characters'),
  hash: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hexadecimal characters'),
  scope: z.string().min(1),
  access: accessSchema,
  createdAt: z.string(),
  revokedAt: z.string().optional(),
}) satisfies z.ZodType<StoredKey>;
