import type { MiddlewareHandler } from 'hono';
import { answerJson } from './answer-json.ts';
import { ApiError, invalidRequest } from './api-error.ts';
import type { AppContext, AppEnvironment, Services } from './environment.ts';
import { headerOf } from './header-of.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { ServerLogger } from './server-options.ts';
import { toApiError } from './to-api-error.ts';

type Middleware = MiddlewareHandler<AppEnvironment>;

/** Gives each request an id, bounds how many are at work, and writes one line about it. */
export function observe(options: {
  makeRequestId: () => string;
  services: Services;
  /** Absent: nothing is written. */
  logger?: ServerLogger;
  concurrentRequests: number;
}): Middleware {
  const { makeRequestId, services, logger, concurrentRequests } = options;
  let working = 0;
  return async (context, next) => {
    const started = performance.now();
    const requestId = makeRequestId();
    context.set('requestId', requestId);
    context.set('services', services);
    working += 1;
    try {
      if (working > concurrentRequests) {
        context.res = answerError(context, tooMany('Too many requests are at work at once.', 1));
      } else {
        await next();
      }
    } finally {
      working -= 1;
    }
    logger?.info({
      event: 'request',
      request_id: requestId,
      method: context.req.method,
      route: context.req.path.split('/').slice(0, 3).join('/'),
      status: context.res.status,
      ms: Math.round((performance.now() - started) * 10) / 10,
      ...(context.get('key') === undefined ? {} : { key_id: context.get('key').id }),
    });
  };
}

/** Finds the key's scope. What the key is kept as is never seen here. */
export function authenticate({ limiter }: { limiter: RateLimiter }): Middleware {
  return async (context, next) => {
    const { memory, keys } = context.get('services');
    const text = keyOf(context);
    const key = text === undefined ? undefined : await keys.verify(text);
    if (key === undefined) {
      const message =
        text === undefined
          ? 'No key was sent: send it as x-api-key, or as Authorization: Bearer.'
          : 'The key is not valid.';
      throw new ApiError(401, 'authentication_error', message);
    }
    context.set('key', key);
    const wait = limiter.take(key.id);
    if (wait !== undefined) throw tooMany('Too many requests with this key.', wait);
    context.set('scope', memory.scope(key.scope));
    await next();
  };
}

function keyOf(context: AppContext): string | undefined {
  const own = headerOf(context, 'x-api-key');
  if (own !== undefined && own !== '') return own;
  return /^Bearer +(.+)$/i.exec(headerOf(context, 'authorization') ?? '')?.[1]?.trim();
}

const newerBeta = 'agent-memory-2026-07-22';
const olderBeta = 'managed-agents-2026-04-01';

/** The API of memory stores is in beta: a request names one of its two dialects. */
export const requireBeta: Middleware = async (context, next) => {
  const betas = (headerOf(context, 'anthropic-beta') ?? '').split(',').map((beta) => beta.trim());
  if (!betas.includes(newerBeta) && !betas.includes(olderBeta)) {
    throw invalidRequest(`anthropic-beta: this API is in beta; send the header with ${newerBeta}.`);
  }
  context.set('olderDialect', !betas.includes(newerBeta));
  await next();
};

export function tooMany(message: string, waitSeconds: number): ApiError {
  return new ApiError(429, 'rate_limit_error', message, {
    headers: { 'retry-after': String(waitSeconds) },
  });
}

/** Any failure as the JSON of the API. */
export function answerError(context: AppContext, failure: unknown): Response {
  const { status, type, message, details, headers } = toApiError(failure, {
    memoryStores: context.get('olderDialect') !== undefined,
  });
  const error = { type, message, ...details };
  const request_id = context.get('requestId');
  return answerJson(context, { type: 'error', error, request_id }, { status, headers });
}
