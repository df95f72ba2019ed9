interface Page<Item> {
  items: Item[];
  nextCursor?: string;
}

/** Items fetched at first, before their sizes are known. */
const firstFetch = 20;

/**
 * A page of at most `limit` items and at most `maxBytes` as JSON; a single larger item is a page of its own. Items are
 * fetched in parts, so that items that do not fit are not all in memory. The cursor continues after the last item of
 * the page.
 */
export async function pageWithin<Item>(
  { limit, maxBytes, cursor }: { limit: number; maxBytes?: number; cursor?: string },
  fetch: (part: { limit: number; cursor?: string }) => Promise<Page<Item>>,
): Promise<Page<Item>> {
  if (maxBytes === undefined) return fetch({ limit, cursor });
  const items: Item[] = [];
  let left = maxBytes;
  let next = cursor;
  let wanted = Math.min(limit, firstFetch);
  for (;;) {
    const part = await fetch({ limit: wanted, cursor: next });
    const sizes = part.items.map((item) => Buffer.byteLength(JSON.stringify(item)) + 1);
    // An item that is too large becomes a page of its own.
    const least = items.length === 0 ? 1 : 0;
    const taken = firstFitting(sizes, { most: left, sizeOf: (size) => size, least }).length;
    if (taken < sizes.length) {
      if (taken === 0) return { items, nextCursor: next };
      const whole = await fetch({ limit: taken, cursor: next });
      return { items: [...items, ...whole.items], nextCursor: whole.nextCursor };
    }
    items.push(...part.items);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    left -= bytes;
    next = part.nextCursor;
    if (next === undefined) return { items };
    const mean = Math.max(1, bytes / Math.max(1, sizes.length));
    wanted = Math.min(limit - items.length, Math.ceil(left / mean), wanted * 10);
    if (wanted <= 0) return { items, nextCursor: next };
  }
}

/** As many items from the start as have at most the size `most` together, but at least `least` (default: 1). */
export function firstFitting<Item>(
  items: readonly Item[],
  { most, sizeOf, least = 1 }: { most: number; sizeOf: (item: Item) => number; least?: number },
): Item[] {
  let size = 0;
  const end = items.findIndex((item, index) => {
    size += sizeOf(item);
    return size > most && index >= least;
  });
  return items.slice(0, end < 0 ? items.length : end);
}
