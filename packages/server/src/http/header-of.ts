import type { HttpBindings } from '@hono/node-server';
import type { AppContext } from './environment.ts';

/** A header, from node's own table if there is one: a `Headers` object would cost more than the whole look-up. */
export function headerOf(context: AppContext, name: string): string | undefined {
  const incoming = (context.env as Partial<HttpBindings> | undefined)?.incoming;
  if (incoming === undefined) return context.req.header(name);
  const value = incoming.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
