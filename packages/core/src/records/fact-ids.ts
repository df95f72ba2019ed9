import { contentKey } from '../conflict/index.ts';
import type { EngineContext } from '../engine/context.ts';
import { nameBasedUuid } from '../ids/index.ts';
import type { PreparedItem } from './prepared-item.ts';

/**
 * Ids that are made from the fact itself, for a backend that cannot tell two writers apart: equal stores at once
 * meet in one record. `predecessor`: the record that this one comes after, so that a fact may come back.
 */
export function factId(scope: string, item: PreparedItem, predecessor: string): string {
  const { externalId } = item.source;
  const name =
    externalId === undefined
      ? [scope, item.category, item.contentKey, predecessor]
      : [scope, 'external', externalId, item.contentKey, predecessor];
  return nameBasedUuid(JSON.stringify(name));
}

/** Whether the item's id is made from what it says. What is kept beside its like gets an id of its own. */
export function hasFactId({ backend }: EngineContext, item: PreparedItem): boolean {
  if (backend.abilities.revisions) return false;
  return item.source.externalId !== undefined || item.onConflict !== 'keepBoth';
}

/**
 * For each item the last record that bears the fact's id already and is not the fact itself: superseded, expired, or
 * merged into another text. A new record comes after it and does not take its place. Empty where the id is free.
 */
export async function lastBearers(
  context: EngineContext,
  { scope, now }: { scope: string; now: string },
  items: readonly PreparedItem[],
): Promise<string[]> {
  const last = items.map(() => '');
  let open = [...items.keys()].filter((index) => hasFactId(context, items[index] as PreparedItem));
  while (open.length > 0) {
    const ids = open.map((index) =>
      factId(scope, items[index] as PreparedItem, last[index] as string),
    );
    const bearers = new Map(
      (await context.backend.get(scope, [...new Set(ids)])).map((record) => [record.id, record]),
    );
    open = open.filter((index, position) => {
      const bearer = bearers.get(ids[position] as string);
      if (bearer === undefined) return false;
      const current =
        bearer.supersededBy === undefined &&
        (bearer.expiresAt === undefined || bearer.expiresAt > now) &&
        contentKey(bearer.content) === (items[index] as PreparedItem).contentKey;
      if (!current) last[index] = bearer.id;
      return !current;
    });
  }
  return last;
}
