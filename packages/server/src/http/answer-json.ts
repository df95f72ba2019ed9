import type { AppContext } from './environment.ts';

/**
 * An answer with its request id. Plain headers in one object: the adapter writes those straight to the socket, and
 * makes a whole `Response` of everything else.
 */
export function answerJson(
  context: AppContext,
  value: unknown,
  {
    status = 200,
    headers = {},
  }: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): Response {
  return answerText(context, JSON.stringify(value), { status, headers });
}

/** As {@link answerJson}, of a text that is JSON. */
export function answerText(
  context: AppContext,
  text: string,
  {
    status = 200,
    headers = {},
  }: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): Response {
  return new Response(text, {
    status,
    headers: {
      'content-type': 'application/json',
      'request-id': context.get('requestId'),
      ...headers,
    },
  });
}
