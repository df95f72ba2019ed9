import { z } from 'zod';
import { notFound } from '../http/api-error.ts';
import { parameter, type Route, route } from '../http/route.ts';
import {
  auditEntrySchema,
  auditQuery,
  eraseReceiptSchema,
  eraseScopeQuery,
} from '../wire/scope.ts';
import { by } from './stores-of.ts';

/** The scope of the key as a whole. */
export const scopeRoutes: readonly Route[] = [
  route('get /v1/mneme/scopes', {
    id: 'listScopes',
    summary: 'Name the scopes that the key opens: one',
    answer: z.object({ scopes: z.array(z.string()) }),
    handle: async (context) => ({ scopes: [context.get('scope').name] }),
  }),
  route('get /v1/mneme/audit', {
    id: 'getAudit',
    summary: 'Read what was written in the scope, by whom and why, newest first',
    query: auditQuery,
    answer: z.object({ entries: z.array(auditEntrySchema) }),
    async handle(context, { query }) {
      const { memory } = context.get('services');
      return { entries: await memory.audit({ ...query, scope: context.get('scope').name }) };
    },
  }),
  route('delete /v1/mneme/scopes/{scope}', {
    id: 'eraseScope',
    summary: 'Forget all of the scope for good, and get a receipt to keep',
    writes: true,
    query: eraseScopeQuery,
    answer: eraseReceiptSchema,
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
