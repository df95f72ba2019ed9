import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { MnemeError } from '@mneme/core/contract';
import { KeyedHash } from './keyed-hash.ts';
import { Remembered } from './remembered.ts';
import { assertSealedBy, form } from './sealed-scope.ts';

const nonceBytes = 12;
const tagBytes = 16;
/** Of the id of a key, in a cell. */
const idBytes = 4;

const ofScope = ['scope'] as const;

/** The context of a sealed text: it opens only with the same values in the same order. */
export type About = readonly (string | number | null | undefined)[];

/**
 * The operations of one data key of 32 bytes. Each use has its own derived key (HKDF-SHA-256), so that one reveals
 * nothing about another. Texts are sealed with AES-256-GCM.
 */
export class Cipher {
  /** Identifies the key, and reveals nothing about it. */
  readonly id: string;
  readonly #idBytes: Buffer;
  readonly #texts: Buffer;
  readonly #hashed: Buffer;
  readonly #names: Buffer;
  readonly #nonces: KeyedHash;
  readonly #hashes: KeyedHash;
  readonly #remembered: Remembered;

  /** `remembered`: a cache of hashes and names, shared by many ciphers. */
  constructor(key: Uint8Array, remembered = new Remembered(1000)) {
    this.#remembered = remembered;
    const derive = (use: string, length = 32) =>
      Buffer.from(hkdfSync('sha256', key, '', `mneme ${form} ${use}`, length));
    this.id = derive('id', 6).toString('hex');
    this.#idBytes = Buffer.from(this.id, 'hex').subarray(0, idBytes);
    this.#texts = derive('texts');
    this.#hashed = derive('hashed');
    this.#names = derive('names');
    this.#nonces = new KeyedHash(derive('nonces'));
    this.#hashes = new KeyedHash(derive('hashes'));
  }

  /** Different each time, with a random nonce. */
  seal(text: string, about: About): string {
    const nonce = randomBytes(nonceBytes);
    return this.#mark(encrypt(this.#texts, { text, nonce, about }));
  }

  /** Throws `wrong_key` if another key sealed it, `damaged` if it was changed or has another context. */
  open(sealed: string, about: About): string {
    return this.#openText(this.#texts, { sealed: this.#unmark(sealed, about), about });
  }

  /**
   * The store's name of a scope. The same each time, so that it can be looked up: its nonce is a keyed hash of the name, so
   * no nonce is used for two names.
   */
  sealScope(scope: string): string {
    return this.#remembered.get(`${this.id} seal ${scope}`, () => {
      const nonce = this.#nonces.of(JSON.stringify([...ofScope, scope])).subarray(0, nonceBytes);
      return this.#mark(encrypt(this.#names, { text: scope, nonce, about: ofScope }));
    });
  }

  /** Opens the result of {@link sealScope}. Throws `wrong_key` or `damaged`. */
  openScope(sealed: string): string {
    assertSealedBy(this.id, sealed);
    return this.#remembered.get(`${this.id} open ${sealed}`, () =>
      this.#openText(this.#names, { sealed: this.#unmark(sealed, ofScope), about: ofScope }),
    );
  }

  /** Like {@link seal}, as bytes. */
  sealCell(text: string | Uint8Array, about: About): Buffer {
    const nonce = randomBytes(nonceBytes);
    return Buffer.concat([this.#idBytes, encrypt(this.#texts, { text, nonce, about })]);
  }

  /** Like {@link open}. */
  openCell(sealed: Uint8Array, about: About): Buffer {
    return decrypt(this.#texts, { sealed: this.#body(sealed, about), about });
  }

  /**
   * The same result for the same text in the same context, whose length tells little. Its nonce is a keyed hash of the
   * text, which authenticates it (as in SIV).
   */
  sealHashed(text: string | Uint8Array, about: About): string {
    const padded = pad(Buffer.from(text));
    const nonce = this.#nonceOf(padded, about);
    const body = createCipheriv('aes-256-ctr', this.#hashed, counterOf(nonce)).update(padded);
    return Buffer.concat([this.#idBytes, nonce, body]).toString('base64url');
  }

  /** Opens the result of {@link sealHashed}. Throws like {@link open}. */
  openHashed(sealed: string, about: About): Buffer {
    const bytes = this.#body(Buffer.from(sealed, 'base64url'), about);
    const nonce = bytes.subarray(0, nonceBytes);
    if (nonce.length < nonceBytes) throw damaged(about);
    const padded = createDecipheriv('aes-256-ctr', this.#hashed, counterOf(nonce)).update(
      bytes.subarray(nonceBytes),
    );
    if (!timingSafeEqual(nonce, this.#nonceOf(padded, about))) throw damaged(about);
    return padded.subarray(0, padded.lastIndexOf(padEnd));
  }

  /** For values that are only compared: a keyed hash. */
  hash(kind: 'id' | 'keyring', text: string): string {
    return this.#hashes.of(`${kind}\0${text}`).toString('base64url');
  }

  /** With the id of the sealing key. */
  #mark(sealed: Buffer): string {
    return `${form}.${this.id}.${sealed.toString('base64url')}`;
  }

  /** Removes {@link #mark}. Throws like {@link open}. */
  #unmark(marked: string, about: About): string {
    const [mark, id, body] = marked.split('.');
    if (mark !== form || id === undefined || body === undefined) throw damaged(about);
    if (id !== this.id) throw otherKey(about);
    return body;
  }

  #nonceOf(padded: Uint8Array, about: About): Buffer {
    const place = Buffer.from(JSON.stringify(about));
    return this.#nonces.of(Buffer.concat([place, padded])).subarray(0, nonceBytes);
  }

  #body(sealed: Uint8Array, about: About): Uint8Array {
    if (Buffer.compare(sealed.subarray(0, idBytes), this.#idBytes) !== 0) throw otherKey(about);
    return sealed.subarray(idBytes);
  }

  #openText(key: Buffer, { sealed, about }: { sealed: string; about: About }): string {
    return decrypt(key, { sealed: Buffer.from(sealed, 'base64url'), about }).toString('utf8');
  }
}

interface Plain {
  text: string | Uint8Array;
  nonce: Uint8Array;
  about: About;
}

function encrypt(key: Uint8Array, { text, nonce, about }: Plain): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bytesOf(about));
  return Buffer.concat([
    nonce,
    cipher.update(Buffer.from(text)),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

function decrypt(
  key: Uint8Array,
  { sealed: bytes, about }: { sealed: Uint8Array; about: About },
): Buffer {
  if (bytes.length < nonceBytes + tagBytes) throw damaged(about);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    })
      .setAAD(bytesOf(about))
      .setAuthTag(bytes.subarray(-tagBytes));
    const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes));
    return Buffer.concat([text, decipher.final()]);
  } catch (cause) {
    throw damaged(about, cause);
  }
}

const padEnd = 0x80;
const shortest = 24;
const step = 64;

/** Most names and hashes have the same length then. */
function pad(text: Buffer): Buffer {
  const least = text.length + 1;
  const length = least <= shortest ? shortest : Math.ceil(least / step) * step;
  return Buffer.concat([text, Buffer.of(padEnd)], length);
}

/** The nonce and a counter of blocks, from 0. */
function counterOf(nonce: Uint8Array): Buffer {
  return Buffer.concat([nonce], 16);
}

function bytesOf(about: About): Buffer {
  return Buffer.from(JSON.stringify([form, ...about]));
}

/** Names the context by its kind and ids, the first values of {@link About}. */
function damaged([kind, ...rest]: About, cause?: unknown): MnemeError {
  return new MnemeError(
    'damaged',
    `the sealed ${kind} ${rest.slice(0, 2).join(' ')} was changed in the store, or moved there from elsewhere: restore the store from a backup, or delete it and store it again`,
    { cause },
  );
}

function otherKey([kind, ...rest]: About): MnemeError {
  return new MnemeError(
    'wrong_key',
    `the ${kind} ${rest.slice(0, 2).join(' ')} is sealed with a key that is not in the keyring: its scope was erased and has come back with a backup (erase it again), or this is the keyring of another store`,
    { field: 'keyring' },
  );
}
