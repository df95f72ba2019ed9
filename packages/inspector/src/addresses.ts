import type { Context } from 'hono';
import { textMeant, textShown } from './unseen.ts';

/** The address of a request, without the host. It has one slash at its beginning: a browser reads two as a host. */
export function hereOf(context: Context): string {
  const { pathname, search } = new URL(context.req.url);
  return pathname.replace(/^\/+/, '/') + search;
}

/** The part of an address after the host. Empty: it is no address. */
export function pathOf(address: string): string {
  if (!URL.canParse(address)) return '';
  const { pathname, search } = new URL(address);
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
    given.map(([name, value]): [string, string] => [name, textShown(String(value))]),
  ).toString();
}

/** The value of one field of a form, or of an address. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? textMeant(value) : '';
}
