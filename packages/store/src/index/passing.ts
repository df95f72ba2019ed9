import type { RecordFilter } from '@mneme/core/backend';
import { type Heads, kindNumbers } from './heads.ts';

/** The part of a filter that heads can answer; the store looks up tags and `where`. */
export type HeadFilter = Omit<RecordFilter, 'tags' | 'where'>;

/** 1 at each place whose row passes the filter. `among`: only rows of these lists, each ordered by place. */
export function passing(
  { heads, places }: { heads: Heads; places: number },
  filter: HeadFilter,
  among: readonly Int32Array[] = [],
): Uint8Array {
  const passes = new Uint8Array(places);
  const kinds = kindsOf(filter);
  const now = filter.includeExpired ? Number.NEGATIVE_INFINITY : Date.parse(filter.now);
  const asOf = filter.asOf === undefined ? undefined : Date.parse(filter.asOf);
  const current = asOf === undefined && !filter.includeSuperseded;
  const least = filter.minImportance ?? 0;
  const from = timeOf(filter.occurredFrom, Number.NEGATIVE_INFINITY);
  const before = timeOf(filter.occurredBefore, Number.POSITIVE_INFINITY);
  const { kind, importance, occurredAt, expiresAt, validTo } = heads;
  for (let place = 0; place < places; place++) {
    if (kinds[kind[place] as number] === 0) continue;
    const until = validTo[place] as number;
    if (current && until !== Number.POSITIVE_INFINITY) continue;
    if ((expiresAt[place] as number) <= now) continue;
    const occurred = occurredAt[place] as number;
    if (asOf !== undefined && (occurred > asOf || until <= asOf)) continue;
    if ((importance[place] as number) < least || occurred < from || occurred >= before) continue;
    passes[place] = 1;
  }
  return among.reduce(both, passes);
}

/** 1 at each kind number that passes. 0, for missing rows, never does. */
function kindsOf(filter: HeadFilter): Uint8Array {
  const numbers = kindNumbers(filter);
  const kinds = new Uint8Array(256).fill(numbers === undefined ? 1 : 0);
  for (const number of numbers ?? []) kinds[number] = 1;
  kinds[0] = 0;
  return kinds;
}

function timeOf(time: string | undefined, otherwise: number): number {
  return time === undefined ? otherwise : Date.parse(time);
}

function both(passes: Uint8Array, rows: Int32Array): Uint8Array {
  const left = new Uint8Array(passes.length);
  for (const place of rows) if (place >= 0) left[place] = passes[place] as number;
  return left;
}
