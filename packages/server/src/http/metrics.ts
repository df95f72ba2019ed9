import { createHash, timingSafeEqual } from 'node:crypto';
import type { Handler, MiddlewareHandler } from 'hono';
import type { PrometheusMetrics } from '../metrics/prometheus-metrics.ts';
import type { AppEnvironment } from './environment.ts';
import { addressOf } from './exchange.ts';
import { keyOf, noKey, tooMany } from './middleware.ts';
import type { WrongKeys } from './wrong-keys.ts';

/** Lets in who sends the token, as Prometheus does with `authorization`. Guesses are slowed down as those of keys are. */
export function expectToken(
  token: string,
  wrongKeys: WrongKeys,
): MiddlewareHandler<AppEnvironment> {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(token);
  return async (context, next) => {
    const given = keyOf(context);
    if (given === undefined) throw noKey('No token was sent: send Authorization: Bearer.');
    const address = addressOf(context);
    const blocked = wrongKeys.mustWait(address, given);
    if (blocked !== undefined) throw tooMany('Too many wrong keys from this address.', blocked);
    if (!timingSafeEqual(digest(given), expected)) {
      wrongKeys.wrong(address);
      throw noKey('The token is not valid.');
    }
    wrongKeys.right(given);
    await next();
  };
}

/** Answers what was measured. */
export function answerMetrics(metrics: PrometheusMetrics): Handler<AppEnvironment> {
  return async (context) =>
    context.body(await metrics.text(), 200, {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    });
}
