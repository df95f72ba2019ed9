import type { AppContext } from './environment.ts';
import { headerOf } from './exchange.ts';

/**
 * An answer with its request id. Plain headers in one object, because the adapter writes those straight to the socket
 * and makes a slower `Response` from everything else.
 */
export function answerJson(
  context: AppContext,
  value: unknown,
  {
    status = 200,
    headers = {},
  }: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: {
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
      // Shared caches do not recognise a key in a custom header as a login. Answers with a tag have their own header.
      'cache-control': 'no-store',
      'request-id': context.get('requestId'),
      ...headers,
    },
  });
}

/**
 * Like {@link answerJson}, with the first of the tags; or 304 without a body, if the client has one of them already.
 */
export function answerTagged(
  context: AppContext,
  value: () => unknown,
  tags: readonly [string, ...string[]],
): Response {
  const headers = {
    etag: `"${tags[0]}"`,
    // The answer depends on a header with the key, which shared caches do not know.
    'cache-control': 'private, no-cache',
  };
  const known = headerOf(context, 'if-none-match');
  if (known === undefined || !holdsTag(known, tags))
    return answerJson(context, value(), { headers });
  return new Response(null, {
    status: 304,
    headers: { 'request-id': context.get('requestId'), ...headers },
  });
}

function holdsTag(ifNoneMatch: string, tags: readonly string[]): boolean {
  const given = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return given.some((tag) => tag === '*' || tags.some((own) => tag === `"${own}"`));
}
