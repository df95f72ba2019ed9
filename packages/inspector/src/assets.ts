import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const types = {
  'inspector.js': 'text/javascript; charset=utf-8',
  'inspector.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml',
} as const;

interface Asset {
  body: string;
  type: string;
  hash: string;
}

const read = new Map<string, Asset>();

/** A file that pages load; undefined if there is none of this name. */
export function assetNamed(name: string): Asset | undefined {
  if (!Object.hasOwn(types, name)) return undefined;
  const known = read.get(name);
  if (known !== undefined) return known;
  const body = readFileSync(new URL(`../assets/${name}`, import.meta.url), 'utf8');
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12);
  const asset = { body, type: types[name as keyof typeof types], hash };
  read.set(name, asset);
  return asset;
}

/** Its address, which depends on its contents, so that a browser may cache it. */
export function assetPath(name: string): string {
  return `/assets/${name}?v=${assetNamed(name)?.hash}`;
}
