import { createHash, timingSafeEqual } from 'node:crypto';
import type { Handler, MiddlewareHandler } from 'hono';
import type { PrometheusMetrics } from '../metrics/prometheus-metrics.ts';
import type { AppEnvironment } from './environment.ts';
import { expectKey } from './middleware.ts';
import type { WrongKeys } from './wrong-keys.ts';

/** Accepts requests with the token, as Prometheus sends it in `authorization`. Guessing is slowed down as for keys. */
export function expectToken(
  token: string,
  wrongKeys: WrongKeys,
): MiddlewareHandler<AppEnvironment> {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(token);
  return async (context, next) => {
    await expectKey(context, {
      wrongKeys,
      verify: async (given) => timingSafeEqual(digest(given), expected) || undefined,
      missing: 'No token was sent: send Authorization: Bearer.',
      wrong: 'The token is not valid.',
    });
    await next();
  };
}

/** Returns the metrics. */
export function answerMetrics(metrics: PrometheusMetrics): Handler<AppEnvironment> {
  return async (context) =>
    context.body(await metrics.text(), 200, {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    });
}
