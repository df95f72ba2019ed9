import { MnemeError } from '@mneme/core';
import { thrownByCallback } from './hostile.ts';
import type { Place } from './place.ts';

/** One way in. */
export interface Entrance {
  name: string;
  /** A call that is right. It is changed before it is made. */
  valid(place: Place): unknown;
  /** Makes the call, and says how it ended. */
  call(place: Place, given: never): Promise<Outcome>;
}

export interface Outcome {
  /** It was refused, so nothing may have changed. */
  refused: boolean;
  /** What is wrong about how it ended. */
  complaint?: string;
}

/** Of a call of the library: it resolves, or it is refused by an error of ours. */
export async function ofCall(work: () => unknown): Promise<Outcome> {
  try {
    await work();
    return { refused: false };
  } catch (error) {
    return { refused: true, complaint: complaintAbout(error) };
  }
}

/** Failures of the inside. No input may cause them. */
const inside: ReadonlySet<string> = new Set(['unavailable', 'damaged', 'closed', 'busy']);

function complaintAbout(error: unknown): string | undefined {
  if (error instanceof Error && error.message === thrownByCallback) return undefined;
  if (!MnemeError.isInstance(error)) return `not one of our errors: ${shown(error)}`;
  if (inside.has(error.code)) return `${error.code}: ${error.message}`;
  return complaintAboutText(error.message);
}

/** What is said must be short, on few lines, and tell nothing of the inside. */
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

/** The whole list of arguments may have been changed too. */
export function argumentsOf(given: unknown): unknown[] {
  try {
    return Array.isArray(given) && given.length < 10 ? Array.from(given) : [given];
  } catch {
    return [given];
  }
}
