import type { Context } from 'hono';

/** Everything that a page may load or be sent to is here: no inline script or style, no other place. */
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
  // With no-referrer a browser hides the Origin of a form.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
};

export interface GuardOptions {
  /** Names and ports that the inspector is asked under. Absent: whoever hands requests on has looked at that. */
  isOwnHost?: (host: string) => boolean;
  allowedHosts?: readonly string[];
}

/**
 * Why a request is refused before it is looked at any further; undefined: it is not. A page elsewhere can make a browser
 * ask here: under a name of its own that leads here (Host), or from there (Origin, Sec-Fetch-Site).
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
    // Following a link from elsewhere is no harm: the cookie does not come along.
    const follows = context.req.header('sec-fetch-mode') === 'navigate';
    return isOther(site) && !follows ? { status: 403, header: 'Sec-Fetch-Site' } : undefined;
  }
  if (isOther(site)) return { status: 403, header: 'Sec-Fetch-Site' };
  return origin === undefined && site !== 'same-origin'
    ? { status: 403, header: 'Origin' }
    : undefined;
}

/** Of another site, or of another port of this machine. */
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
