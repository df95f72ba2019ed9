import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { EraseReceipt } from '@mneme/core';
import type { OpenedKey } from '../options.ts';
import type { Words } from '../words.ts';

/** The last change, as long as it can be taken back. */
export interface Undo {
  /** Milliseconds since 1970. */
  until: number;
  /** Answers where to go afterwards. */
  run(): Promise<string>;
}

/** One browser that was let in. */
export interface Session {
  /** Forms bring it back, so a page of somebody else's cannot send one. */
  token: string;
  /** The key that it began with. Absent: it began with a link. */
  key?: OpenedKey;
  usedAt: number;
  /** Said once, on the next page. */
  notice?: (words: Words) => string;
  undo?: Undo;
  /** Of the erasures in this session, by their hashes. */
  receipts: Map<string, EraseReceipt>;
}

const mostSessions = 1000;

/** Who was let in, and who may come in by a link. Kept in memory only: a restart ends all of them. */
export class Sessions {
  readonly #sessions = new Map<string, Session>();
  readonly #links = new Set<string>();
  readonly #idleMs: number;
  readonly #now: () => number;

  constructor({ idleMs, now }: { idleMs: number; now: () => number }) {
    this.#idleMs = idleMs;
    this.#now = now;
  }

  /** A secret that opens one session, once. The links before it open nothing any more. */
  newLink(): string {
    const secret = newSecret();
    this.#links.clear();
    this.#links.add(secret);
    return secret;
  }

  /** Whether the secret is that of a link which nobody has used. From now on it is used. */
  takeLink(secret: string): boolean {
    for (const link of this.#links) {
      if (sameSecret(link, secret)) return this.#links.delete(link);
    }
    return false;
  }

  /** Answers the name that the browser keeps for it. */
  begin(key?: OpenedKey): string {
    const id = newSecret();
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size >= mostSessions && oldest !== undefined) this.#sessions.delete(oldest);
    this.#sessions.set(id, { token: newSecret(), key, usedAt: this.#now(), receipts: new Map() });
    return id;
  }

  /** Undefined where there is none, or it was idle for too long. `touch` counts as a use of it. */
  find(id: string | undefined, { touch }: { touch: boolean }): Session | undefined {
    const session = id === undefined ? undefined : this.#sessions.get(id);
    if (id === undefined || session === undefined) return undefined;
    if (this.#now() - session.usedAt > this.#idleMs) {
      this.#sessions.delete(id);
      return undefined;
    }
    if (touch) {
      session.usedAt = this.#now();
      // The one that was not used for longest stands first.
      this.#sessions.delete(id);
      this.#sessions.set(id, session);
    }
    return session;
  }

  end(id: string | undefined): void {
    if (id !== undefined) this.#sessions.delete(id);
  }
}

/** In a time that does not tell how much of it is right. */
export function sameSecret(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
