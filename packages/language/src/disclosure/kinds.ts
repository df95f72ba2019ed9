import { sumOfSparse } from '../trees/index.ts';
import { disclosureRow } from './disclosure-features.ts';
import type { KindTable } from './kind-table.ts';

/** Fields of private life. A fact of one belongs only to a message about that field. */
export const privateFields = [
  'health',
  'love',
  'grief',
  'faith',
  'politics',
  'money',
  'law',
  'strife',
  'view',
] as const;

/** A field of private life; `strife` are conflicts and secrets, `view` an opinion. */
export type PrivateField = (typeof privateFields)[number];

/** What a fact is about: what to call the user, a standing wish, a lasting limit, who they are, what else there is. */
export const openKinds = ['name', 'wish', 'limit', 'self', 'more'] as const;

/** The kinds of facts. */
export const factKinds = [...privateFields, ...openKinds] as const;
/** See {@link factKinds}. */
export type FactKind = (typeof factKinds)[number];

/** The kinds of messages: about a private field, about everything that is known of the user, or another. */
export const messageKinds = [...privateFields, 'self', 'other'] as const;

/** Probabilities in the order of the kinds of the table. */
export function kindChances({ base, weights }: KindTable, text: string): number[] {
  const row = disclosureRow(text);
  const sums = weights.map((own, kind) =>
    sumOfSparse({ base: base[kind] as number, weights: own }, row),
  );
  const most = Math.max(...sums);
  const odds = sums.map((sum) => Math.exp(sum - most));
  const all = odds.reduce((total, value) => total + value, 0);
  return odds.map((value) => value / all);
}
