import { z } from 'zod';
import { type Route, route } from '../http/route.ts';

/** Routes for operating a server. They need no key, so they reveal nothing about contents. */
export const systemRoutes: readonly Route[] = [
  route('get /healthz', {
    id: 'isAlive',
    summary: 'Tell that the process answers',
    open: true,
    answer: z.object({ status: z.literal('ok') }),
    handle: async () => ({ status: 'ok' as const }),
  }),
  route('get /readyz', {
    id: 'isReady',
    summary: 'Tell that memory and keys can be read',
    open: true,
    answer: z.object({ status: z.literal('ready') }),
    async handle(context) {
      const { memory, keys } = context.get('services');
      await Promise.all([memory.audit({ limit: 1 }), keys.list({ scope: '' })]);
      return { status: 'ready' as const };
    },
  }),
  route('get /openapi.json', {
    id: 'getDescription',
    summary: 'Describe the server',
    open: true,
    answer: z.looseObject({ openapi: z.string() }),
    handle: async (context) => ({ ...context.get('services').description() }),
  }),
];
