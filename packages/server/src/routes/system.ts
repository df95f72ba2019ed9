import { z } from 'zod';
import { ApiError } from '../http/api-error.ts';
import { type Route, route } from '../http/route.ts';

/** Routes for operating a server. They need no key, so they reveal nothing about contents. */
export const systemRoutes: readonly Route[] = [
  route('get /healthz', {
    id: 'isAlive',
    summary: 'Tell that the process answers',
    open: true,
    answer: z.object({ status: z.literal('ok') }),
    async handle(context) {
      if (context.get('services').memory.closed)
        throw notServing(
          'The memory is closed, so nothing can be answered: start the server again.',
        );
      return { status: 'ok' as const };
    },
  }),
  route('get /readyz', {
    id: 'isReady',
    summary: 'Tell that memory and keys can be read, by an answer of the last seconds',
    open: true,
    answer: z.object({
      status: z.literal('ready'),
      unavailable: z
        .array(z.string())
        .optional()
        .describe('Names of databases that cannot be reached: calls to their scopes are refused'),
    }),
    async handle(context) {
      const { ready, stopping } = context.get('services');
      if (stopping?.aborted) throw notServing('The server stops: send requests to another one.');
      const unavailable = (await ready()).map(({ name }) => name);
      return { status: 'ready' as const, ...(unavailable.length > 0 && { unavailable }) };
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

function notServing(message: string): ApiError {
  return new ApiError(503, 'api_error', message);
}
