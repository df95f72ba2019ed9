import { hash, randomBytes } from 'node:crypto';
import type { AuditEntry, ErasureCounts } from '@mneme/core/backend';
import type { Row } from '../rows/rows.ts';

/**
 * The audit of each scope is a chain: a line has the hash of itself and of the hash before it, and the scope's row has
 * the end. So a removed or changed line is noticed, and a cut tail. The chain of the store, under the scope '', has a
 * line for each erasure, since nothing of an erased scope stays.
 */
export const storeScope = '';

/** The end of a chain, in the row of its scope. */
export interface ChainEnd {
  /** Number of the last line. 0: none. */
  lines: number;
  chain: string | null;
}

/** The beginning of a chain of which older lines were removed. `lines`: how many in all; `hash`: up to the last of them. */
export interface Cut {
  line: number;
  hash: string;
  lines: number;
  at: string;
}

/** What a line says that is no entry. It is part of the chain. */
export interface Note {
  /** Of the erasure in its line. */
  counts?: ErasureCounts;
  /** Earlier lines about the erased scope, which this erasure emptied. */
  emptied?: number[];
  /** Digest of the receipt for the erasure in another line. */
  receipt?: { line: number; digest: string };
}

/** A line to add. */
export interface NewLine {
  entry?: AuditEntry;
  note?: Note;
}

const saltBytes = 9;

const sha256 = (parts: readonly unknown[]) => hash('sha256', JSON.stringify(parts), 'base64url');

/** Salted, so that nobody can guess an entry that was emptied or cut. */
export function digestOf({ digest, salt, at, entry }: Row): string {
  return (digest as string | null) ?? sha256([salt, at, entry]);
}

/** The hash of the chain up to a line. */
export function chainOf(before: string | null, line: Row): string {
  return sha256([before, line.number, digestOf(line), line.note]);
}

/** Lines behind the end of a chain as rows without their scope, and its new end. */
export function chained(
  { lines, chain }: ChainEnd,
  added: readonly NewLine[],
  { about = false } = {},
): { rows: Row[]; end: ChainEnd } {
  const end = { lines, chain };
  // One call for each line would cost as much as the line.
  const salts = randomBytes(saltBytes * added.length);
  const rows = added.map(({ entry, note }, at): Row => {
    const salt = salts.subarray(at * saltBytes, (at + 1) * saltBytes).toString('base64url');
    const line: Row = {
      number: end.lines + 1,
      at: entry?.at ?? null,
      about: about ? (entry?.scope ?? null) : null,
      entry: entry === undefined ? null : JSON.stringify(entry),
      salt,
      note: note === undefined ? null : JSON.stringify(note),
      digest: null,
      erased_by: null,
    };
    line.hash = chainOf(end.chain, line);
    end.lines += 1;
    end.chain = line.hash;
    return line;
  });
  return { rows, end };
}

export function cutIn(state: Row | undefined): Cut | undefined {
  return state?.cut == null ? undefined : (JSON.parse(state.cut as string) as Cut);
}

export function noteIn(line: Row): Note {
  return line.note === null ? {} : (JSON.parse(line.note as string) as Note);
}
