import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { OpenedKey } from '../options.ts';
import type { Words } from '../words.ts';
import { Shares } from './shares.ts';

/** One change, while it can be undone. */
export interface Change {
  /** Its form to undo names it. */
  id: string;
  /** What was changed: `“I prefer aisle seats”: importance 3.` */
  said(words: Words): string;
  /** What the next page says. */
  notice(words: Words): string;
  /** Milliseconds since 1970. */
  until: number;
  /** Returns the next page, and what it says. */
  undo(): Promise<{ to: string; notice: (words: Words) => string }>;
}

/** One logged-in browser. */
export interface Session {
  /** Forms send it back, so that a foreign page cannot send one. */
  token: string;
  /** Id of the key that it began with. Absent: it began with a link. */
  key?: OpenedKey;
  usedAt: number;
  /** Shown once, on the next page. */
  notice?: (words: Words) => string;
  /** The address of the receipt of what the notice says. */
  receipt?: string | undefined;
  /** Newest last. Those that are too old to undo are still here. */
  changes: Change[];
}

/** The longest unused ones end first. */
const mostSessions = { each: 100, all: 10_000 };
/** A session ends after an hour without a request. */
const idleMs = 3_600_000;

/** Sessions, and the link that opens one. Only in memory: a restart ends all of them. */
export class Sessions {
  readonly #sessions = new Map<string, Session>();
  /** Their names, by the scope of their key. */
  readonly #shares = new Shares<string>(mostSessions);
  /** Names of sessions that are over, so that a form which comes too late is given back. */
  readonly #over = new Shares<string>({ each: 1000, all: 10_000 });
  #link: string | undefined;
  readonly #now: () => number;

  /** `now`: milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** A secret that opens one session, once. Earlier links become invalid. */
  newLink(): string {
    this.#link = newSecret();
    return this.#link;
  }

  /** Whether the secret is that of an unused link, which is then used. */
  takeLink(secret: string): boolean {
    if (this.#link === undefined || !sameSecret(this.#link, secret)) return false;
    this.#link = undefined;
    return true;
  }

  /** Returns the name of the session for the browser's cookie. */
  begin(key?: OpenedKey): string {
    const id = newSecret();
    this.#sessions.set(id, { token: newSecret(), key, usedAt: this.#now(), changes: [] });
    const lost = this.#shares.add(key?.scope ?? '', id);
    if (lost !== undefined) this.end(lost);
    return id;
  }

  /** Undefined if there is none, or it was idle for too long. `touch` counts as a use. */
  find(id: string | undefined, { touch }: { touch: boolean }): Session | undefined {
    const session = id === undefined ? undefined : this.#sessions.get(id);
    if (id === undefined || session === undefined) return undefined;
    if (this.#now() - session.usedAt > idleMs) {
      this.end(id);
      return undefined;
    }
    if (touch) {
      session.usedAt = this.#now();
      this.#shares.add(session.key?.scope ?? '', id);
    }
    return session;
  }

  end(id: string | undefined): void {
    const session = id === undefined ? undefined : this.#sessions.get(id);
    if (id === undefined || session === undefined) return;
    this.#sessions.delete(id);
    this.#shares.delete(session.key?.scope ?? '', id);
    this.#over.add(session.key?.scope ?? '', id);
  }

  /** Whether it was a session, which is over. */
  wasSession(id: string | undefined): boolean {
    return id !== undefined && this.#over.has(id);
  }
}

/** In constant time, so that the duration reveals nothing. */
export function sameSecret(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
