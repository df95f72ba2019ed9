import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { ApiKey } from '../keys/keys.ts';
import { Admission, type SignIns, type Slot } from './admission.ts';
import { answerJson } from './answer-json.ts';
import { ApiError, invalidRequest } from './api-error.ts';
import { type ClientAddress, networkOf } from './client-address.ts';
import type { AppContext, AppEnvironment, Services } from './environment.ts';
import { addressOf, exchangeOf, hasUnreadBody, headerOf, whenSent } from './exchange.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { ServerLogger } from './server-options.ts';
import { toApiError } from './to-api-error.ts';
import type { WrongKeys } from './wrong-keys.ts';

type Middleware = MiddlewareHandler<AppEnvironment>;

/** Gives each request an id, counts it until its answer is sent, and logs one line about it. */
export function observe(options: {
  services: Services;
  /** Absent: nothing is logged. */
  logger?: ServerLogger;
  admission: Admission;
  answerTimeoutMs: number;
  clientOf: ClientAddress;
  /** The pattern of the route of a path. */
  routeOf: (path: string) => string | undefined;
}): Middleware {
  const { services, logger, admission, answerTimeoutMs, clientOf, routeOf } = options;
  // Unique across processes, without random bytes for each request.
  const process = randomBytes(10).toString('hex');
  let requests = 0;
  const readers = new Admission({ all: 20, perKey: 15 });
  const slotFor = (path: string): Slot | undefined => {
    if (alwaysAnswered.has(path)) return unbounded;
    if (path !== '/openapi.json') return admission.enter();
    // Long, and open to everybody, so it has its own limit.
    const slot = readers.enter();
    return slot?.admit('') ? slot : undefined;
  };
  return async (context, next) => {
    const started = performance.now();
    requests += 1;
    const requestId = `req_${process}${requests.toString(36).padStart(8, '0')}`;
    context.set('requestId', requestId);
    context.set('services', services);
    context.set('client', clientOf(addressOf(context), headerOf(context, 'x-forwarded-for')));
    const slot = slotFor(context.req.path);
    if (slot === undefined) context.res = answerError(context, atWork());
    else {
      context.set('slot', slot);
      try {
        await next();
      } finally {
        const slot = context.get('slot');
        slot.answered();
        // If nobody reads the rest of a body, the connection ends.
        if (hasUnreadBody(context)) context.res.headers.set('connection', 'close');
        whenSent(context, answerTimeoutMs, slot.leave);
      }
    }
    logger?.info({
      event: 'request',
      request_id: requestId,
      client: context.get('client'),
      method: context.req.method,
      // Never the path, which may name a scope.
      route: routeOf(context.req.path),
      status: context.res.status,
      ms: Math.round((performance.now() - started) * 10) / 10,
      key_id: (context.get('key') as ApiKey | undefined)?.id,
      ...context.get('failure'),
    });
  };
}

/** For monitoring; the answers have a few bytes. */
const alwaysAnswered = new Set(['/healthz', '/readyz']);
const unbounded: Slot = { admit: () => true, answered: () => {}, leave: () => {} };

/** Finds the key's scope. The stored form of the key is never visible here. */
export function authenticate(limits: { limiter: RateLimiter; wrongKeys: WrongKeys }): Middleware {
  const { limiter, wrongKeys } = limits;
  return async (context, next) => {
    const { memory, keys } = context.get('services');
    const key = await expectKey(context, {
      wrongKeys,
      verify: (text) => keys.verify(text),
    });
    context.set('key', key);
    admitKey(context, { limiter, id: key.id });
    context.set('scope', memory.scope(key.scope));
    await next();
  };
}

/** Counts the request for its key. Throws if the key has too many. */
export function admitKey(
  context: AppContext,
  { limiter, id }: { limiter: RateLimiter; id: string },
): void {
  const wait = limiter.take(id);
  if (wait !== undefined) throw tooMany('Too many requests with this key.', wait);
  if (!context.get('slot').admit(id)) throw atWork();
}

/** Moves a request whose sign-in form is read next out of the room of all. */
export function enterSignIn(context: AppContext, signIns: SignIns): void {
  context.get('slot').leave();
  const end = () => exchangeOf(context)?.incoming.socket.destroy();
  context.set('slot', signIns.enter(end));
}

/** What `verify` knows about the sent key. An address that guesses is slowed down. */
export async function expectKey<Known>(
  context: AppContext,
  {
    wrongKeys,
    verify,
    missing = 'No key was sent: send it as x-api-key, or as Authorization: Bearer.',
    wrong = 'The key is not valid.',
    text = keyOf(context),
  }: {
    wrongKeys: WrongKeys;
    verify: (text: string) => Promise<Known | undefined>;
    missing?: string;
    wrong?: string;
    /** Default: the one in the headers. */
    text?: string;
  },
): Promise<Known> {
  if (text === undefined) throw noKey(missing);
  const address = networkOf(context.get('client'));
  const { known, waitSeconds } = await wrongKeys.check({ address, key: text }, () => verify(text));
  if (known !== undefined) return known;
  if (waitSeconds === undefined) throw noKey(wrong);
  throw tooMany('Too many wrong keys from this address.', waitSeconds);
}

/** Accepts requests with the token, as Prometheus sends it in `authorization`. Guessing is slowed down as for keys. */
export function expectToken(token: string, wrongKeys: WrongKeys): Middleware {
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

function noKey(message: string): ApiError {
  return new ApiError(401, 'authentication_error', message, {
    headers: { 'www-authenticate': 'Bearer' },
  });
}

function atWork(): ApiError {
  return tooMany('Too many active requests.', 1);
}

function keyOf(context: AppContext): string | undefined {
  const own = headerOf(context, 'x-api-key');
  if (own !== undefined && own !== '') return own;
  return /^Bearer +(.+)$/i.exec(headerOf(context, 'authorization') ?? '')?.[1]?.trim();
}

const newerBeta = 'agent-memory-2026-07-22';
const olderBeta = 'managed-agents-2026-04-01';

/** The API of memory stores is in beta: a request names one of its two versions. */
export const requireBeta: Middleware = async (context, next) => {
  const betas = (headerOf(context, 'anthropic-beta') ?? '').split(',').map((beta) => beta.trim());
  if (!betas.includes(newerBeta) && !betas.includes(olderBeta)) {
    throw invalidRequest(`anthropic-beta: this API is in beta; send the header with ${newerBeta}.`);
  }
  context.set('olderDialect', !betas.includes(newerBeta));
  await next();
};

function tooMany(message: string, waitSeconds: number): ApiError {
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
  const answer = { type: 'error', error, request_id: context.get('requestId') };
  return answerJson(context, answer, { status, headers });
}
