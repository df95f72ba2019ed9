import { hash } from 'node:crypto';

const blockBytes = 64;

/**
 * HMAC-SHA-256 under one key, built on Node's one-call hash: a new Hmac object for each word of a memory would take
 * twenty times as long.
 */
export class KeyedHash {
  readonly #inner: Buffer;
  readonly #outer: Buffer;

  /** At most 64 bytes. */
  constructor(key: Uint8Array) {
    const padded = Buffer.concat([key], blockBytes);
    this.#inner = padded.map((byte) => byte ^ 0x36) as Buffer;
    this.#outer = padded.map((byte) => byte ^ 0x5c) as Buffer;
  }

  of(text: string | Uint8Array): Buffer {
    const inner = hash('sha256', Buffer.concat([this.#inner, Buffer.from(text)]), 'buffer');
    return hash('sha256', Buffer.concat([this.#outer, inner]), 'buffer');
  }
}
