import type { Context } from 'hono';

/** The policy for what a page may load and where it may send: no inline script or style, no other address. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

export const safeHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  // With no-referrer a browser would hide the Origin of a form.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
};

export interface GuardOptions {
  /** Allowed host names and ports. Absent: the caller has checked them. */
  isOwnHost?: (host: string) => boolean;
  allowedHosts?: readonly string[];
}

/**
 * Why a request is refused; undefined: it is not. Another page can make a browser send requests here: under a host name
 * of its own that leads here (Host), or from its own address (Origin, Sec-Fetch-Site).
 */
export function refusalOf(
  context: Context,
  { isOwnHost, allowedHosts = [] }: GuardOptions,
): { status: 403 | 421; header: string } | undefined {
  const host = hostOf(context);
  if (isOwnHost !== undefined && !isOwnHost(host)) return { status: 421, header: 'Host' };
  const origin = context.req.header('origin');
  if (origin !== undefined && !isSameOrigin(origin, host, allowedHosts))
    return { status: 403, header: 'Origin' };
  const reads = context.req.method === 'GET' || context.req.method === 'HEAD';
  const site = context.req.header('sec-fetch-site') ?? 'none';
  if (reads) {
    // Following a link from elsewhere is harmless: the cookie is not sent.
    const follows = context.req.header('sec-fetch-mode') === 'navigate';
    return isOther(site) && !follows ? { status: 403, header: 'Sec-Fetch-Site' } : undefined;
  }
  if (isOther(site)) return { status: 403, header: 'Sec-Fetch-Site' };
  return origin === undefined && site !== 'same-origin'
    ? { status: 403, header: 'Origin' }
    : undefined;
}

/** From another site, or another port of this machine. */
function isOther(site: string): boolean {
  return site === 'cross-site' || site === 'same-site';
}

export function hostOf(context: Context): string {
  return (context.req.header('host') ?? new URL(context.req.url).host).toLowerCase();
}

function isSameOrigin(origin: string, host: string, allowed: readonly string[]): boolean {
  if (!URL.canParse(origin)) return false;
  const { host: from, hostname } = new URL(origin);
  return from === host || allowed.some((name) => name.toLowerCase() === hostname);
}
