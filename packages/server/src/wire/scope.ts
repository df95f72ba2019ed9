import type { AuditEntry, EraseReceipt } from '@mneme/core';
import type { ErasureCheck, ErasureCounts } from '@mneme/core/contract';
import { z } from 'zod';
import { remains } from './records.ts';
import { time, whole } from './requests.ts';
import { inputOf, objectOf } from './shape.ts';

/** A scope as a whole: its audit and its erasure. */

export const auditQuery = inputOf<{ limit?: number }>()({ limit: whole(1, 1000).optional() });

export const auditEntrySchema = objectOf<AuditEntry>()({
  at: time,
  action: z.enum([
    'create',
    'update',
    'confirm',
    'supersede',
    'contest',
    'settle',
    'restore',
    'merge',
    'delete',
    'prune',
    'erase',
    'redact',
  ]),
  scope: z.string(),
  id: z.string().optional().meta({ description: 'Of the record. Absent: it is about the scope.' }),
  actor: z.string(),
  reason: z.string(),
}).meta({ id: 'AuditEntry' });

export const eraseScopeQuery = inputOf<{ reason?: string }>()({
  reason: z.string().optional().meta({ description: 'Why, for the audit.' }),
});

const counts = objectOf<ErasureCounts>()({
  records: z.int(),
  stores: z.int(),
  documents: z.int(),
  versions: z.int(),
  auditLines: z.int(),
});

export const eraseReceiptSchema = objectOf<EraseReceipt>()({
  kind: z.literal('mneme.erasure'),
  id: z.string(),
  scope: z.string(),
  records: z.int(),
  erasedAt: time,
  ...remains,
  counts: counts.optional(),
  verified: z.array(objectOf<ErasureCheck>()({ what: z.string(), how: z.string(), left: z.int() })),
  audit: z.object({ line: z.int(), hash: z.string() }).optional(),
  key: z.literal('destroyed').optional(),
  notReached: z.string(),
  hash: z.string(),
}).meta({ id: 'EraseReceipt' });
