import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { hostOf } from './guard.ts';

/** Browsers share cookies between all ports of a machine, so the port is in the name. */
function nameOf(context: Context, kind: string): string {
  const port = /:(\d+)$/.exec(hostOf(context))?.[1] ?? 'default';
  return `mneme_${kind}_${port}`;
}

/** Kinds: `session`, and the preferences `theme` and `language`. */
export function readCookie(context: Context, kind: string): string | undefined {
  return getCookie(context, nameOf(context, kind));
}

/** Without a value it is deleted. */
export function writeCookie(
  context: Context,
  kind: string,
  { value, base }: { value?: string; base: string },
): void {
  const proxied = context.req.header('x-forwarded-proto')?.split(',')[0]?.trim();
  setCookie(context, nameOf(context, kind), value ?? '', {
    httpOnly: true,
    sameSite: 'Strict',
    path: base === '' ? '/' : base,
    secure: (proxied ?? new URL(context.req.url).protocol.slice(0, -1)) === 'https',
    ...(value === undefined ? { maxAge: 0 } : kind === 'session' ? {} : { maxAge: 31_536_000 }),
  });
}
