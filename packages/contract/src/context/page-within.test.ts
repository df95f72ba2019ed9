import { expect, it } from 'vitest';
import { pageWithin } from './page-within.ts';

/** Items with the given sizes as JSON, including the comma; a cursor is the index of the next item. */
function listOf(sizes: readonly number[]) {
  const items = sizes.map((size) => 'x'.repeat(size - 3));
  let held = 0;
  const fetch = async ({ limit, cursor = '0' }: { limit: number; cursor?: string }) => {
    const end = Number(cursor) + limit;
    const part = items.slice(Number(cursor), end);
    held = Math.max(held, part.join('').length);
    return { items: part, ...(end < items.length ? { nextCursor: String(end) } : {}) };
  };
  return { fetch, held: () => held, count: items.length };
}

it.each([
  ['small', Array<number>(900).fill(10)],
  ['large', Array<number>(60).fill(400)],
  ['each too large', Array<number>(5).fill(5000)],
  ['mixed', Array.from({ length: 300 }, (_, index) => 4 + ((index * 7919) % 990))],
  ['large after small', [...Array<number>(200).fill(5), ...Array<number>(50).fill(900)]],
  ['none', []],
])('returns every item once, in pages within the byte limit: %s', async (_, sizes) => {
  const { fetch, count } = listOf(sizes);
  const all: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await pageWithin({ limit: 100, maxBytes: 1000, cursor }, fetch);
    const bytes = JSON.stringify(page.items).length;
    expect(page.items.length === 1 || bytes <= 1001).toBe(true);
    expect(page.items.length).toBeLessThanOrEqual(100);
    if (page.nextCursor !== undefined) expect(page.items.length).toBeGreaterThan(0);
    all.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(all.length).toBe(count);
  expect(all.map((item) => item.length + 3)).toEqual(sizes);
});

it('returns the page unchanged without a limit', async () => {
  const { fetch } = listOf(Array<number>(60).fill(4000));
  expect((await pageWithin({ limit: 50 }, fetch)).items).toHaveLength(50);
});
