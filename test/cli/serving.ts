import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { ended, type Workplace } from './mneme.ts';

/** A running `mneme serve`. */
export interface Serving {
  url: string;
  /** Its standard error so far. */
  log(): string;
  /** Stops it and returns its exit code. */
  stop(): Promise<number | null>;
}

export async function serve(
  place: Workplace,
  options: readonly string[],
  env: Record<string, string> = {},
): Promise<Serving> {
  const child = place.start(['serve', '--port', '0', ...options], { env });
  let log = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const finished = ended(child);
  const line = once(createInterface(child.stdout!), 'line').then(([text]) => text as string);
  const first = await Promise.race([line, finished]);
  if (typeof first !== 'string') throw new Error(`mneme serve ended: ${first.stderr}`);
  const [, url] = /^listening on (http:\/\/127\.0\.0\.1:\d+)$/.exec(first) ?? [];
  if (url === undefined) throw new Error(`mneme serve said: ${first}`);
  return {
    url,
    log: () => log,
    async stop() {
      child.kill('SIGTERM');
      return (await finished).code;
    },
  };
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
