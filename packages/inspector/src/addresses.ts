import type { Context } from 'hono';

/** The address of a request, without the host. */
export function hereOf(context: Context): string {
  const { pathname, search } = new URL(context.req.url);
  return pathname + search;
}

/** Only a place below this inspector: a link must not lead elsewhere. */
export function safeNext(next: string, base: string): string {
  const home = `${base}/`;
  if (!URL.canParse(next, 'http://here.invalid')) return home;
  const { origin, pathname, search } = new URL(next, 'http://here.invalid');
  if (origin !== 'http://here.invalid' || !pathname.startsWith(home)) return home;
  return pathname.startsWith(`${base}/login`) || pathname.startsWith('//')
    ? home
    : pathname + search;
}

/** `scope=ada&q=tea`: what is undefined or empty is left out. */
export function inQuery(query: Record<string, string | number | undefined>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}

/** What a form says in one field. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
