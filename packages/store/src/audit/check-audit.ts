import { hash } from 'node:crypto';
import type { AuditCheck, AuditEntry } from '@mneme/core/backend';
import { nameOf } from '../checksums/damaged.ts';
import { examinedRows } from '../checksums/readable-rows.ts';
import type { SummedRows } from '../checksums/summed-rows.ts';
import type { Row } from '../rows/rows.ts';
import { eachScope } from '../scopes/each-scope.ts';
import { lostKeyOf } from '../scopes/lost-key.ts';
import { chainOf, cutIn, noteIn, storeScope } from './chain.ts';
import { countOf, countQuestion } from './scope-births.ts';

const pageSize = 1000;
/** How often the scopes are counted, if others add or remove scopes meanwhile. */
const counts = 3;

/** Checks every chain against itself and its end, and whether all scopes are there. */
export async function checkAudit(
  { rows }: { rows: SummedRows },
  { line: asked }: { line?: number },
): Promise<AuditCheck> {
  const check: AuditCheck = { lines: 0, erased: 0, hash: '', faults: [] };
  const ends = hashing();
  const store = new StoreLines(asked);
  await walk(rows, storeScope, { check, ends, each: (line) => store.add(line) });
  for await (const { scope } of eachScope(rows.unchecked))
    if (scope !== storeScope) await walkReadable(rows, scope as string, { check, ends });
  const [[state] = []] = await rows.unchecked.read(undefined, [
    { table: 'scopes', any: [[storeScope]] },
  ]);
  const cut = cutIn(state);
  if (cut !== undefined) check.cut = { lines: cut.lines, line: cut.line, at: cut.at };
  check.faults.push(...store.faults(cut?.line ?? 0), ...(await countFaults(rows)));
  check.erased = store.erased;
  if (store.asked !== undefined) check.line = store.asked;
  check.hash = ends.digest();
  return check;
}

/** One hash of the ends of all chains. */
function hashing() {
  let all = '';
  return {
    add(scope: string, end: Row['chain']) {
      all = hash('sha256', JSON.stringify([all, scope, end ?? null]), 'base64url');
    },
    digest: () => all,
  };
}

interface Walk {
  check: AuditCheck;
  ends: ReturnType<typeof hashing>;
  each?: (line: Row) => void;
}

/** {@link walk}, of a scope whose key may be lost: then nobody can check its lines, and only their end is known. */
async function walkReadable(rows: SummedRows, scope: string, { check, ends }: Walk): Promise<void> {
  const lost = await lostKeyOf(rows, scope, ['audit']);
  if (lost === undefined) return walk(rows, scope, { check, ends });
  check.faults.push(lost);
  const [[state] = []] = await rows.unchecked.read(undefined, [
    { table: 'scopes', any: [[scope]] },
  ]);
  ends.add(scope, (state?.chain ?? null) as Row['chain']);
}

/** Each page is read together with the scope's row, so that concurrent writes are no fault. */
async function walk(rows: SummedRows, scope: string, { check, ends, each }: Walk): Promise<void> {
  const { sums } = rows;
  const { unchecked } = examinedRows(rows);
  const begun = { lines: check.lines, faults: check.faults.length };
  let [number, chain, epoch]: [number, string | null, unknown] = [0, null, undefined];
  for (let more = true; more; ) {
    const [[state] = [], page = []] = await unchecked.read(undefined, [
      { table: 'scopes', any: [[scope]] },
      { table: 'audit', is: [scope], after: [number], limit: pageSize },
    ]);
    epoch ??= state?.epoch;
    if (state?.erasing != null || state?.epoch !== epoch) {
      // It was erased meanwhile.
      check.lines = begun.lines;
      check.faults.length = begun.faults;
      return;
    }
    const name = (at: number) => nameOf('audit', { scope, number: at });
    const cut = cutIn(state);
    if (cut !== undefined && cut.line > number) [number, chain] = [cut.line, cut.hash];
    for (const line of page) {
      const at = line.number as number;
      if (at <= (cut?.line ?? 0)) {
        check.faults.push(`${name(at)} was removed, and added again`);
        continue;
      }
      if (at !== number + 1) check.faults.push(`${name(number + 1)} is missing before line ${at}`);
      if (line.at !== null) check.lines += 1;
      const hashed = chainOf(chain, line);
      if (hashed !== line.hash) check.faults.push(`the chain is broken at ${name(at)}`);
      else if (!sums.isIntact('audit', line)) check.faults.push(`${name(at)} was changed`);
      [number, chain] = [at, line.hash as string];
      each?.(line);
    }
    more = page.length === pageSize;
    if (more) continue;
    const of = nameOf('scopes', { scope });
    if ((state?.lines ?? 0) !== number || (state?.chain ?? null) !== chain)
      check.faults.push(
        `the audit of ${of} does not end where it was last written: lines after ${number} are missing`,
      );
    // Nothing else tells how many lines were cut, and when.
    else if (state !== undefined && cut !== undefined && !sums.isIntact('scopes', state))
      check.faults.push(`the beginning of the audit of ${of} was changed`);
    ends.add(scope, chain);
  }
}

/** The lines of the store's own chain: erasures, and the digests of their receipts. */
class StoreLines {
  asked: AuditCheck['line'];
  erased = 0;
  readonly #asked: number | undefined;
  readonly #emptied = new Map<number, number>();
  readonly #listed = new Map<number, readonly number[]>();
  readonly #seen = new Set<number>();
  readonly #faults: string[] = [];

  constructor(asked: number | undefined) {
    this.#asked = asked;
  }

  add(line: Row): void {
    const number = line.number as number;
    let note: ReturnType<typeof noteIn>;
    try {
      note = noteIn(line);
    } catch {
      this.#faults.push(`${nameOf('audit', line)} was changed`);
      return;
    }
    this.#seen.add(number);
    if (line.erased_by !== null) this.#emptied.set(number, line.erased_by as number);
    else if (line.digest !== null)
      this.#faults.push(`audit lines were emptied without an erasure: ${number}`);
    this.#listed.set(number, note.emptied ?? []);
    this.erased += note.counts?.auditLines ?? 0;
    if (number === this.#asked)
      this.asked = {
        hash: line.hash as string,
        ...(line.entry !== null && { entry: JSON.parse(line.entry as string) as AuditEntry }),
        ...(note.counts && { counts: note.counts }),
      };
    // Only the first digest counts: an attacker who can write the file can add lines after it.
    if (note.receipt !== undefined && note.receipt.line === this.#asked && this.asked)
      this.asked.receipt ??= note.receipt.digest;
  }

  faults(cutLine: number): string[] {
    const faults = [...this.#faults];
    for (const [number, by] of this.#emptied)
      if (!this.#listed.get(by)?.includes(number))
        faults.push(`audit lines were emptied without an erasure: ${number}`);
    for (const [by, numbers] of this.#listed)
      if (numbers.some((number) => number > cutLine && this.#emptied.get(number) !== by))
        faults.push(`other lines were emptied than the erasure in audit line ${by} says`);
    return faults;
  }
}

async function countFaults({ unchecked }: SummedRows): Promise<string[]> {
  for (let attempt = 0; attempt < counts; attempt++) {
    const [[before] = []] = await unchecked.read(undefined, [countQuestion]);
    const states: Row[] = [];
    for await (const { scope, epoch } of eachScope(unchecked))
      if (scope !== storeScope) states.push({ scope: scope as string, epoch: epoch as string });
    const [[after] = []] = await unchecked.read(undefined, [countQuestion]);
    if (before?.hashes !== after?.hashes || before?.count !== after?.count) continue;
    const { count, hashes } = countOf(states);
    if (count === (before?.count ?? 0) && hashes === (before?.hashes ?? 0)) return [];
    return [`there are ${count} scopes, but ${before?.count ?? 0} were written, or others`];
  }
  return [];
}
