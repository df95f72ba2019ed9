import type { DecaySettings, Memory } from '@mneme/core';
import type { KeyAccess } from '@mneme/core/contract';

/** What an inspector shows, and what it lets be done. */
export interface InspectorOptions {
  /** Not closed by the inspector. */
  memory: Memory;
  /** Only these. Default: all scopes of the memory; with keys the scope of each key. */
  scopes?: readonly string[];
  /** The scope that is shown first. Default: the first one that holds a memory. */
  start?: string;
  /** True: nothing can be changed. Default: false. */
  readOnly?: boolean;
  /** Names beside its own that pages may send forms under, where a proxy stands before it: `memory.example.com`. */
  allowedHosts?: readonly string[];
  /** What the memory was made with, for the picture of fading. Default: 30 days. */
  decay?: DecaySettings;
  /** Default: the system's. */
  now?: () => Date;
  /** An IANA name: `Europe/Lisbon`. Default: that of the process. */
  timeZone?: string;
  /** How long a session lives without a request. Default: an hour. */
  idleMs?: number;
  /** How long a change can be undone. Default: 10,000. */
  undoMs?: number;
  /** Runs something later, and answers how to call that off. Default: a timer. */
  later?: (delayMs: number, run: () => void) => () => void;
  /** Hears of errors that are not the reader's affair. Default: nobody. */
  onError?: (error: unknown) => void;
}

/** What a key of a server opens. */
export interface OpenedKey {
  id: string;
  scope: string;
  access: KeyAccess;
}

/** How a server that has keys lets a session begin and go on. */
export interface InspectorKeys {
  /** Rejects with a `status` of 401 or 429 where the key opens nothing. */
  open(text: string): Promise<OpenedKey>;
  /** False once the key is revoked. */
  holds(key: OpenedKey): Promise<boolean>;
}

/** A text that was refused for a secret in it. */
export interface Refusal {
  at: string;
  scope: string;
  /** Never holds the secret. */
  message: string;
}
