import type { Telemetry } from '@mneme/core/faces';
import type { MiddlewareHandler } from 'hono';
import type { AppEnvironment } from './environment.ts';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * A span and a measurement for each request by the conventions for HTTP, with the pattern of its route and never its
 * path. Continues a trace of the client (`traceparent`). If the program traces HTTP already, its span gets the route.
 */
export function watchRequests(
  memory: Telemetry,
  routeOf: (path: string) => string | undefined,
): MiddlewareHandler<AppEnvironment> {
  const telemetry = memory.as('@mneme/server');
  const durations = telemetry.durations('http.server.request.duration', 'How long a request took.');
  const active = telemetry.meter?.createUpDownCounter('http.server.active_requests', {
    unit: '{request}',
    description: 'Active requests.',
  });
  return async (context, next) => {
    const method = methods.has(context.req.method) ? context.req.method : '_OTHER';
    const route = routeOf(context.req.path);
    const request = { 'http.request.method': method };
    const known = { ...request, ...(route === undefined ? {} : { 'http.route': route }) };
    const answered = () => {
      const { status } = context.res;
      return {
        'http.response.status_code': status,
        ...(status >= 500 ? { 'error.type': String(status) } : {}),
      };
    };
    const measure = (seconds: number) => durations?.record(seconds, { ...known, ...answered() });
    active?.add(1, request);
    try {
      const outer = telemetry.atWork;
      if (outer !== undefined) {
        outer.setAttributes(known);
        const started = performance.now();
        await next();
        measure((performance.now() - started) / 1000);
        return;
      }
      await telemetry.run(
        {
          name: `${method === '_OTHER' ? 'HTTP' : method} ${route ?? ''}`.trim(),
          kind: 1,
          attributes: known,
          parent: telemetry.parentFrom(Object.fromEntries(context.req.raw.headers)),
          result: answered,
          measure,
        },
        async (span) => {
          await next();
          if (context.res.status >= 500) span?.setStatus({ code: 2 });
        },
      );
    } finally {
      active?.add(-1, request);
    }
  };
}
