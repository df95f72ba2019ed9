import type { Memory } from '@mneme/core';
import type { KeyAccess } from '@mneme/core/backend';

/** What an inspector shows, and what it allows. */
export interface InspectorOptions {
  /** Not closed by the inspector. */
  memory: Memory;
  /** Only these scopes. Default: all scopes of the memory; with keys the scope of each key. */
  scopes?: readonly string[];
  /** The scope that is shown first. Default: the first one with a memory. */
  start?: string;
  /** True: nothing can be changed. Default: false. */
  readOnly?: boolean;
  /** Host names in addition to its own, if there is a proxy: `memory.example.com`. */
  allowedHosts?: readonly string[];
  /** Default: the system's. */
  now?: () => Date;
  /** An IANA name: `Europe/Lisbon`. Default: that of the process. */
  timeZone?: string;
  /** Runs something later, and returns a function that cancels it. Default: a timer. */
  later?: (delayMs: number, run: () => void) => () => void;
  /** Gets internal errors. Default: none. */
  onError?: (error: unknown) => void;
}

/** The scope of a server's key. */
export interface OpenedKey {
  id: string;
  scope: string;
  access: KeyAccess;
}

/** How a server with keys starts and continues a session. */
export interface InspectorKeys {
  /** Called before a sign-in form is read, the only body that is read without a key. */
  signIn(): void;
  /** Rejects with a `status` of 401 or 429 if the key is wrong, or used too often. */
  open(text: string): Promise<OpenedKey>;
  /**
   * Counts a request for its key, before its body is read. False: the key is revoked. Rejects with a `status` of 429 if
   * the key has too many requests.
   */
  admit(key: OpenedKey): Promise<boolean>;
}

/** A text that was refused because of a secret. */
export interface Refusal {
  at: string;
  /** Never contains the secret. */
  message: string;
}
