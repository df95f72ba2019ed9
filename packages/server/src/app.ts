import { MnemeError } from '@mneme/core';
import { Hono } from 'hono';
import { Admission, SignIns } from './http/admission.ts';
import { ApiError, notFound } from './http/api-error.ts';
import { clientAddress } from './http/client-address.ts';
import type { AppEnvironment, OpenApiDocument } from './http/environment.ts';
import { failureCodes } from './http/failure-codes.ts';
import { answerMcp, expectHost } from './http/mcp.ts';
import {
  admitKey,
  answerError,
  authenticate,
  enterSignIn,
  expectKey,
  expectToken,
  observe,
  requireBeta,
} from './http/middleware.ts';
import { RateLimiter } from './http/rate-limiter.ts';
import { askedRarely } from './http/readiness.ts';
import { type AppOptions, defaultServerLimits } from './http/server-options.ts';
import { watchRequests } from './http/watch-requests.ts';
import { WrongKeys } from './http/wrong-keys.ts';
import { watchProcess } from './metrics/process-metrics.ts';
import { openApiDocument } from './open-api.ts';
import { routes } from './routes/index.ts';

/** Milliseconds for which an answer of `/readyz` is given again. */
const readyMs = 2000;

/** The whole server as a function from requests to answers; `listen` binds it to a port. */
export function createApp(options: AppOptions): Hono<AppEnvironment> {
  const { memory, keys, logger, elapsedMs: now = () => performance.now() } = options;
  let document: OpenApiDocument | undefined;
  const description = () => {
    document ??= openApiDocument();
    return document;
  };
  const { databases } = options;
  const ready = askedRarely(
    async () => {
      await keys.exist();
      if (databases !== undefined) return databases.unavailable();
      await memory.audit({ limit: 1 });
      return [];
    },
    { maxAgeMs: readyMs, now },
  );
  const limits = { ...defaultServerLimits, ...options.limits };
  const limiter = new RateLimiter({ perMinute: limits.requestsPerMinute, now });
  const wrongKeys = new WrongKeys({ perMinute: limits.wrongKeysPerMinute, now });
  const admission = new Admission({
    all: limits.concurrentRequests,
    perKey: limits.concurrentRequestsPerKey,
  });

  const app = new Hono<AppEnvironment>();
  if (memory.telemetry !== undefined) app.use(watchRequests(memory.telemetry, patternOf));
  app.use(
    observe({
      services: { memory, keys, description, ready, stopping: options.stopping },
      logger,
      admission,
      answerTimeoutMs: limits.answerTimeoutMs,
      clientOf: clientAddress(options.trustedProxies),
      routeOf: patternOf,
    }),
  );
  const withKey = authenticate({ limiter, wrongKeys });
  app.use('/v1/*', withKey);
  if (options.mcp !== undefined) {
    app.all('/mcp', expectHost(options.allowedHosts), withKey, answerMcp(options.mcp, limits));
  }
  if (options.inspector !== undefined) {
    const { inspector } = options;
    const signIns = new SignIns();
    app.all('/inspector/*', expectHost(options.allowedHosts), (context) =>
      inspector(context.req.raw, {
        signIn: () => enterSignIn(context, signIns),
        // Guessing keys is slowed down here, too.
        async open(text) {
          const verify = (given: string) => keys.verify(given);
          const key = await expectKey(context, { wrongKeys, verify, text });
          admitKey(context, { limiter, id: key.id });
          return key;
        },
        async admit({ id, scope }) {
          const found = (await keys.list({ scope })).find((key) => key.id === id);
          if (found === undefined || found.revokedAt !== undefined) return false;
          admitKey(context, { limiter, id });
          return true;
        },
      }),
    );
  }
  if (options.metrics !== undefined) {
    const { metrics, access } = options.metrics;
    watchProcess(metrics.getMeter('@mneme/server'));
    if (access === 'keys') app.use('/metrics', withKey);
    if (typeof access === 'object') app.use('/metrics', expectToken(access.token, wrongKeys));
    app.get('/metrics', async (context) =>
      context.body(await metrics.text(), 200, {
        'content-type': 'text/plain; version=0.0.4; charset=utf-8',
        'cache-control': 'no-store',
      }),
    );
  }
  if (!memory.keepsDocuments) {
    for (const path of ['/v1/memory_stores/*', '/v1/mneme/memory_stores/*']) {
      app.use(path, async () => {
        throw notFound(
          'This server has no memory stores, only records: start it with --documents FILE.db.',
        );
      });
    }
  }
  app.use('/v1/memory_stores/*', requireBeta);
  for (const route of routes) {
    const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    app.on(route.method.toUpperCase(), path, (context) => route.run(context, limits));
  }

  app.notFound((context) => {
    const methods = methodsAt(context.req.path);
    if (methods.length === 0)
      return answerError(context, notFound('There is nothing at this path.'));
    const error = new ApiError(
      405,
      'invalid_request_error',
      `This path takes ${methods.join(', ')}, not ${context.req.method}.`,
      { headers: { allow: methods.join(', ') } },
    );
    return answerError(context, error);
  });
  app.onError((error, context) => {
    if (MnemeError.isInstance(error) && error.code === 'secret_refused')
      options.onRefused?.({ scope: context.get('key').scope, error });
    const answer = answerError(context, error);
    const failure = failureCodes(error);
    context.set('failure', failure);
    if (answer.status >= 500) {
      const request_id = context.get('requestId');
      logger?.error({ event: 'error', request_id, ...failure });
    }
    return answer;
  });
  return app;
}

/** The pattern of the routes at a path; undefined where there are none. */
function patternOf(path: string): string | undefined {
  if (path.startsWith('/inspector/')) return '/inspector';
  return path === '/mcp' || path === '/metrics'
    ? path
    : routes.find((route) => matches(route.path, path))?.path;
}

/** Which methods the routes offer at a path. */
function methodsAt(path: string): string[] {
  return routes
    .filter((route) => matches(route.path, path))
    .map(({ method }) => method.toUpperCase());
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, index) =>
      part.startsWith('{') ? given[index] !== '' : part === given[index],
    )
  );
}
