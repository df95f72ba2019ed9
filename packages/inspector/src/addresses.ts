import type { Context } from 'hono';

/** The address of a request, without the host. */
export function hereOf(context: Context): string {
  const { pathname, search } = new URL(context.req.url);
  return pathname + search;
}

/** Only a path below this inspector, so that a link cannot lead elsewhere. */
export function safeNext(next: string, base: string): string {
  const home = `${base}/`;
  if (!URL.canParse(next, 'http://here.invalid')) return home;
  const { origin, pathname, search } = new URL(next, 'http://here.invalid');
  if (origin !== 'http://here.invalid' || !pathname.startsWith(home)) return home;
  return pathname.startsWith(`${base}/login`) || pathname.startsWith('//')
    ? home
    : pathname + search;
}

/** `scope=ada&q=tea`: undefined or empty values are left out. */
export function inQuery(query: Record<string, string | number | undefined>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}

/** The value of one field of a form. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
