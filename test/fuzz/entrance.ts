import { MnemeError } from '@mneme/core';
import type { Place } from '../every-call.ts';
import { thrownByCallback } from './hostile.ts';

/** One call of an interface. */
export interface Entrance {
  name: string;
  /** The input of a valid call, which is changed before the call. */
  valid(place: Place): unknown;
  /** Makes the call and returns its outcome. */
  call(place: Place, given: never): Promise<Outcome>;
}

export interface Outcome {
  /** If true, the call must not have changed anything. */
  refused: boolean;
  /** What is wrong with the outcome. */
  complaint?: string;
}

/** A call of the library must resolve or reject with a MnemeError. */
export async function ofCall(work: () => unknown): Promise<Outcome> {
  try {
    await work();
    return { refused: false };
  } catch (error) {
    return { refused: true, complaint: complaintAbout(error) };
  }
}

/** Codes of internal failures, which no input may cause. */
const inside: ReadonlySet<string> = new Set(['unavailable', 'damaged', 'closed', 'busy']);

function complaintAbout(error: unknown): string | undefined {
  if (error instanceof Error && error.message === thrownByCallback) return undefined;
  if (!MnemeError.isInstance(error)) return `not one of our errors: ${shown(error)}`;
  if (inside.has(error.code)) return `${error.code}: ${error.message}`;
  return complaintAboutText(error.message);
}

/** A message must be short and must not show a stack or an internal path. */
export function complaintAboutText(text: string): string | undefined {
  if (text.length > 12_000) return `${text.length} characters: ${text.slice(0, 200)}`;
  if (/\n\s+at |node_modules|file:\/\/|\.ts:\d/.test(text)) return `a stack: ${text.slice(0, 500)}`;
  return undefined;
}

function shown(error: unknown): string {
  try {
    return error instanceof Error ? String(error.stack).slice(0, 1200) : String(error);
  } catch {
    return 'something that cannot be shown';
  }
}

/** The mutation may have replaced the whole list of arguments. */
export function argumentsOf(given: unknown): unknown[] {
  try {
    return Array.isArray(given) && given.length < 10 ? Array.from(given) : [given];
  } catch {
    return [given];
  }
}
