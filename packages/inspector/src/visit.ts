import type { Memory, MemoryScope, MnemeError } from '@mneme/core';
import type { Html } from './html.ts';
import type { Later } from './later.ts';
import type { Refusal } from './options.ts';
import type { Receipts } from './receipts.ts';
import type { Session } from './session/sessions.ts';
import type { Words } from './words.ts';

/** One request of a logged-in user. */
export interface Visit {
  memory: Memory;
  /** The current scope. */
  scope: MemoryScope;
  session: Session;
  words: Words;
  theme: Theme;
  /** A parameter of the address: `?q=tea`. Undefined if it is empty. */
  query(name: string): string | undefined;
  /** A part of the path: `/memory/:id`. */
  parameter(name: string): string;
  /** A field of the form; empty if it is missing. */
  field(name: string): string;
  /** The address of a page of this scope. Undefined values are left out. */
  at(path: string, query?: Record<string, string | number | undefined>): string;
  /** The address of this page. */
  here: string;
  /** Fires when the reader has gone. */
  signal: AbortSignal;
  now(): Date;
  timeZone: string | undefined;
  readOnly: boolean;
  /** The names of the scopes that this session may see. */
  scopeNames(): Promise<readonly string[]>;
  /** Actor in the audit. */
  actor: string;
  later: Later;
  refusals: readonly Refusal[];
  receipts: Receipts;
  /** The text without its secrets, unless the reader has asked to see them. */
  masked(text: string): string;
  /** Whether {@link masked} has hidden something on this page. */
  hidesSecrets: boolean;
  /** Notes a text that was refused because of a secret. */
  noteProblem(error: MnemeError): void;
  /** The address of a file that the page needs. */
  asset(name: string): string;
}

export type Theme = 'auto' | 'light' | 'dark';

/** The marked entry of the navigation. */
export type Place = 'ask' | 'browse' | 'documents' | 'attention' | 'scopes';

/** The content of a view. */
export interface Page {
  title: string;
  place?: Place;
  main: Html;
  status?: 200 | 400 | 401 | 403 | 404 | 409 | 413 | 429 | 500;
}

export type View = (visit: Visit) => Promise<Page | Response>;

/** Carries out a form, and returns the next page, or a page with the failure. */
export type Action = (visit: Visit) => Promise<string | Page>;
