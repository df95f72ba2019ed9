import type { AuditEntry, EraseReceipt } from '@mneme/core';
import type { ErasureCheck, ErasureCounts } from '@mneme/core/backend';
import { z } from 'zod';
import { notFound } from '../http/api-error.ts';
import { parameter, type Route, route } from '../http/route.ts';
import { remains } from '../wire/records.ts';
import { inputOf, objectOf, time, whole } from '../wire/shape.ts';
import { by } from './stores-of.ts';

const entry = objectOf<AuditEntry>()({
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

const receipt = objectOf<EraseReceipt>()({
  kind: z.literal('mneme.erasure'),
  id: z.string(),
  scope: z.string(),
  records: z.int(),
  erasedAt: time,
  ...remains,
  counts: objectOf<ErasureCounts>()({
    records: z.int(),
    stores: z.int(),
    documents: z.int(),
    versions: z.int(),
    auditLines: z.int(),
  }).optional(),
  verified: z.array(objectOf<ErasureCheck>()({ what: z.string(), how: z.string(), left: z.int() })),
  audit: z.object({ line: z.int(), hash: z.string() }).optional(),
  key: z.literal('destroyed').optional(),
  notReached: z.string(),
  hash: z.string(),
}).meta({ id: 'EraseReceipt' });

/** The scope of the key as a whole: its audit and its erasure. */
export const scopeRoutes: readonly Route[] = [
  route('get /v1/mneme/scopes', {
    id: 'listScopes',
    summary: 'List the scope of the key',
    answer: z.object({ scopes: z.array(z.string()) }),
    handle: async (context) => ({ scopes: [context.get('scope').name] }),
  }),
  route('get /v1/mneme/audit', {
    id: 'getAudit',
    summary: 'Read what was written in the scope, by whom and why, newest first',
    query: inputOf<{ limit?: number }>()({ limit: whole(1, 1000).optional() }),
    answer: z.object({ entries: z.array(entry) }),
    async handle(context, { query }) {
      const { memory } = context.get('services');
      return { entries: await memory.audit({ ...query, scope: context.get('scope').name }) };
    },
  }),
  route('delete /v1/mneme/scopes/{scope}', {
    id: 'eraseScope',
    summary: 'Forget all of the scope for good, and get a receipt to keep',
    writes: true,
    query: inputOf<{ reason?: string }>()({
      reason: z.string().optional().meta({ description: 'Why, for the audit.' }),
    }),
    answer: receipt,
    async handle(context, { query }) {
      const scope = context.get('scope');
      // The name confirms that this scope is meant, and not one whose key was used by mistake.
      const named = parameter(context, 'scope');
      if (named !== scope.name)
        throw notFound(`This key does not open the scope ${JSON.stringify(named)}.`);
      return scope.erase({ ...by(context), ...query });
    },
  }),
];
