import type { DecaySettings, Memory, MemoryScope } from '@mneme/core';
import type { Html } from './html.ts';
import type { Later } from './later.ts';
import type { Refusal } from './options.ts';
import type { Session } from './session/sessions.ts';
import type { Words } from './words.ts';

/** One request of somebody who was let in. */
export interface Visit {
  memory: Memory;
  /** The scope that is looked at. */
  scope: MemoryScope;
  session: Session;
  words: Words;
  theme: Theme;
  /** Of the address: `?q=tea`. Undefined where it is empty. */
  query(name: string): string | undefined;
  /** Of the path: `/memory/:id`. */
  parameter(name: string): string;
  /** What the form says; empty where it says nothing. */
  field(name: string): string;
  /** The address of a page of this scope. Values that are undefined are left out. */
  at(path: string, query?: Record<string, string | number | undefined>): string;
  /** The address of this page. */
  here: string;
  /** Fires when the reader has gone. */
  signal: AbortSignal;
  now(): Date;
  timeZone: string | undefined;
  decay: DecaySettings;
  readOnly: boolean;
  /** The names of the scopes that this session may see. */
  scopeNames(): Promise<readonly string[]>;
  /** Who writes, in the audit. */
  actor: string;
  later: Later;
  undoMs: number;
  refusals: readonly Refusal[];
  /** The address of a file that the page needs. */
  asset(name: string): string;
}

export type Theme = 'auto' | 'light' | 'dark';

/** What the navigation marks. */
export type Place = 'ask' | 'browse' | 'documents' | 'attention' | 'scopes';

/** What a view shows. */
export interface Page {
  title: string;
  place?: Place;
  main: Html;
  status?: 200 | 400 | 401 | 403 | 404 | 409 | 413 | 500;
}

export type View = (visit: Visit) => Promise<Page | Response>;

/** Does what a form asks, and answers where to go, or a page where that did not work. */
export type Action = (visit: Visit) => Promise<string | Page>;
