import type { Handler, MiddlewareHandler } from 'hono';
import { ApiError } from './api-error.ts';
import type { AppEnvironment } from './environment.ts';
import { headerOf } from './exchange.ts';
import { readJson } from './read-json.ts';
import type { McpHandler, ServerLimits } from './server-options.ts';

const ownNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Refuses requests that a browser sends for a foreign page: a page whose name was redirected here (Host), or a page
 * from elsewhere (Origin). Programs other than browsers send no Origin.
 */
export function expectHost(
  allowedHosts: readonly string[] = [],
): MiddlewareHandler<AppEnvironment> {
  const names = new Set([...ownNames, ...allowedHosts.map((name) => name.toLowerCase())]);
  const known = (url: string) => URL.canParse(url) && names.has(new URL(url).hostname);
  return async (context, next) => {
    const host = headerOf(context, 'host') ?? new URL(context.req.url).host;
    if (!known(`http://${host}`)) throw foreign('Host', host);
    const origin = headerOf(context, 'origin');
    if (origin !== undefined && !known(origin)) throw foreign('Origin', origin);
    await next();
  };
}

/** Passes a request on, read within the server's limits, with the scope of its key. */
export function answerMcp(mcp: McpHandler, limits: ServerLimits): Handler<AppEnvironment> {
  return async (context) => {
    const { access, id } = context.get('key');
    const body =
      context.req.method === 'POST'
        ? await readJson(context, {
            maxBytes: limits.bodyBytes,
            timeoutMs: limits.requestTimeoutMs,
          })
        : undefined;
    const caller = { scope: context.get('scope'), access, actor: `key:${id}` };
    const answer = await mcp(context.req.raw, { ...caller, body });
    // Shared caches do not know the header with the key.
    answer.headers.append('cache-control', 'no-store');
    return answer;
  };
}

function foreign(header: string, value: string): ApiError {
  return new ApiError(
    403,
    'permission_error',
    `${header}: ${JSON.stringify(value.slice(0, 100))} is not a name of this server. Start it with --allow-host NAME to accept that name.`,
  );
}
