import { createHmac } from 'node:crypto';
import type { Rows } from '../rows/rows.ts';

/** How a search engine knows a scope, and its words and facets. */
export interface NamesOfScope {
  /** In place of its name: other stores in the same engine have other ones. */
  scope: string;
  /** What it gets of a word or a facet: if the rows are sealed, a hash that only the scope's key makes. */
  hide(text: string): string;
}

/** Of a scope without rows: a sealed one has no key, and gets none by being read. */
export const noNames: NamesOfScope = { scope: '', hide: (text) => text };

/** `secret`: of the store. Sealed rows have one that others cannot read. */
export async function nameOfScope(
  { seal }: Pick<Rows, 'seal'>,
  { scope, secret }: { scope: string; secret: string },
): Promise<string> {
  const key = seal === undefined ? secret : await seal.idSecret('');
  return keyedHash(key, scope).slice(0, 22);
}

export async function namesOfScope(
  { seal }: Pick<Rows, 'seal'>,
  given: { scope: string; secret: string },
): Promise<NamesOfScope> {
  const scope = await nameOfScope({ seal }, given);
  if (seal === undefined) return { scope, hide: (text) => text };
  const key = await seal.idSecret(given.scope);
  const known = new Map<string, string>();
  return {
    scope,
    hide(text) {
      const hash = known.get(text) ?? keyedHash(key, text).slice(0, 11);
      known.set(text, hash);
      return hash;
    },
  };
}

function keyedHash(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}
