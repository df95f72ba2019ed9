import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type KeyAccess, type KeyBackend, MnemeError, type StoredKey } from '../contract/index.ts';
import { parseChoice, parseName, parseObject, parseText } from '../input/index.ts';

/** What may be shown of a key. */
export type ApiKey = Omit<StoredKey, 'hash'>;

export interface CreateKeyInput {
  scope: string;
  /** Default: `read_write`. */
  access?: KeyAccess;
}

/** The keys that open a server over this memory. */
export class Keys {
  readonly #backend: KeyBackend;
  readonly #now: () => string;

  constructor(backend: KeyBackend, { now }: { now: () => string }) {
    this.#backend = backend;
    this.#now = now;
  }

  /** The only time that the key itself is seen. */
  async create(input: CreateKeyInput): Promise<ApiKey & { key: string }> {
    parseObject(input, 'input');
    const scope = parseName(input.scope, 'scope');
    const access = parseChoice(input.access ?? 'read_write', 'access', ['read_only', 'read_write']);
    const id = `key_${bytesToHex(randomBytes(12))}`;
    const secret = bytesToHex(randomBytes(24));
    const createdAt = this.#now();
    await this.#backend.addKey({ id, hash: hashOf(secret), scope, access, createdAt });
    return { id, key: `mneme-${id}-${secret}`, scope, access, createdAt };
  }

  /** The key that a text is, unless it is revoked, wrong or no key at all. */
  async verify(text: string): Promise<ApiKey | undefined> {
    const [, id, secret] = /^mneme-(key_[0-9a-f]{24})-([0-9a-f]{48})$/.exec(text) ?? [];
    if (id === undefined || secret === undefined) return undefined;
    const stored = await this.#backend.getKey(id);
    if (stored === undefined || stored.revokedAt !== undefined) return undefined;
    return isEqual(stored.hash, hashOf(secret)) ? withoutHash(stored) : undefined;
  }

  async list(options: { scope?: string } = {}): Promise<ApiKey[]> {
    return (await this.#backend.listKeys(options.scope)).map(withoutHash);
  }

  /** Rejects with `not_found` where there is no such key. */
  async revoke(id: string): Promise<{ id: string; revokedAt: string }> {
    const revokedAt = this.#now();
    if (await this.#backend.revokeKey(parseText(id, 'id'), revokedAt)) return { id, revokedAt };
    throw new MnemeError('not_found', `there is no key ${id}: list shows them`, { field: 'id' });
  }
}

function randomBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length));
}

function hashOf(secret: string): string {
  return bytesToHex(sha256(utf8ToBytes(secret)));
}

/** Takes the same time wherever the two differ. */
function isEqual(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let index = 0; index < left.length; index++) {
    difference |= left.charCodeAt(index) ^ right.charCodeAt(index);
  }
  return difference === 0;
}

function withoutHash({ hash: _, ...key }: StoredKey): ApiKey {
  return key;
}
