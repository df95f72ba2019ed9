import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { MnemeError, type SecretPolicy } from '@mneme/core';
import type { KeyAccess, KeyBackend, StoredKey } from '@mneme/core/backend';
import { gate } from '@mneme/core/faces';
import { choice, type FieldsOf, parseFields, parseName } from '@mneme/core/input';

/** The public part of a key. */
export type ApiKey = Omit<StoredKey, 'hash'>;

/** Options of a new key. */
export interface CreateKeyInput {
  /** Its scope: 1 to 256 characters. */
  scope: string;
  /** Default: `read_write`. */
  access?: KeyAccess;
}

const createFields = {
  scope: parseName,
  access: choice(['read_only', 'read_write']),
} satisfies FieldsOf<CreateKeyInput>;

/**
 * The keys of a server, in any store: the `keys` of a SQLite backend, `fileKeys`, `memoryKeys`,
 * or your own `KeyBackend`.
 * @example
 * const keys = new Keys(fileKeys('keys.json'));
 * const { key } = await keys.create({ scope: 'user:ada', access: 'read_only' });
 */
export class Keys {
  readonly #backend: KeyBackend;
  readonly #clock: () => Date;
  readonly #secrets: SecretPolicy;

  constructor(
    backend: KeyBackend,
    {
      clock = () => new Date(),
      secrets = 'reject',
    }: { clock?: () => Date; secrets?: SecretPolicy } = {},
  ) {
    this.#backend = backend;
    this.#clock = clock;
    this.#secrets = secrets;
  }

  /** Returns the key itself, this one time: only a hash is stored. Rejects with `invalid_input`. */
  async create(input: CreateKeyInput): Promise<ApiKey & { key: string }> {
    const { scope, access = 'read_write' } = parseFields(input, createFields, {
      name: 'input',
      required: ['scope'],
    });
    gate({ scope }, this.#secrets);
    const id = `key_${randomBytes(12).toString('hex')}`;
    const secret = randomBytes(24).toString('hex');
    const createdAt = this.#now();
    const hash = hashOf(secret).toString('hex');
    await this.#backend.addKey({ id, hash, scope, access, createdAt });
    return { id, key: `mneme-${id}-${secret}`, scope, access, createdAt };
  }

  /** The key of a text; undefined if it is revoked, wrong or not a key. */
  async verify(text: string): Promise<ApiKey | undefined> {
    const [, id, secret] = /^mneme-(key_[0-9a-f]{24})-([0-9a-f]{48})$/.exec(text) ?? [];
    if (id === undefined || secret === undefined) return undefined;
    const stored = await this.#backend.getKey(id);
    if (stored === undefined || stored.revokedAt !== undefined) return undefined;
    return timingSafeEqual(Buffer.from(stored.hash, 'hex'), hashOf(secret))
      ? withoutHash(stored)
      : undefined;
  }

  /** Whether any key works. */
  exist(): Promise<boolean> {
    return this.#backend.hasKey();
  }

  /** In the order of creation, including revoked ones; of one scope, or of all. */
  async list(options: { scope?: string } = {}): Promise<ApiKey[]> {
    return (await this.#backend.listKeys(options.scope)).map(withoutHash);
  }

  /** From then on the key is refused. Rejects with `not_found` if there is no such key. */
  async revoke(id: string): Promise<{ id: string; revokedAt: string }> {
    const revokedAt = this.#now();
    if (await this.#backend.revokeKey(id, revokedAt)) return { id, revokedAt };
    throw new MnemeError('not_found', `there is no key ${id}: list the keys to see their ids`, {
      field: 'id',
    });
  }

  #now(): string {
    return this.#clock().toISOString();
  }
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

function withoutHash({ hash: _, ...key }: StoredKey): ApiKey {
  return key;
}
