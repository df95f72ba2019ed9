import type { Running, Workplace } from './mneme.ts';

/** A running `mneme serve`. */
export interface Serving extends Omit<Running, 'line'> {
  url: string;
}

export async function serve(
  place: Workplace,
  options: readonly string[],
  how: Parameters<Workplace['untilLine']>[1] = {},
): Promise<Serving> {
  const { line, ...running } = await place.untilLine(['serve', '--port', '0', ...options], how);
  const [, url] = /^listening on (http:\/\/127\.0\.0\.1:\d+)$/.exec(line) ?? [];
  if (url === undefined) throw new Error(`mneme serve said: ${line}`);
  return { url, ...running };
}

/** Sends JSON with a key, and returns status and body. */
export async function ask(
  { url }: Serving,
  key: string,
  { method = 'GET', path, body }: { method?: string; path: string; body?: object },
): Promise<{ status: number; json: Record<string, never> }> {
  const response = await fetch(url + path, {
    method,
    headers: { 'x-api-key': key, 'anthropic-beta': 'agent-memory-2026-07-22' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: (await response.json()) as Record<string, never> };
}
