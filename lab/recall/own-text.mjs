/** Memories that are asked for by their own text, which must come first. */
import { randomFrom } from '../../tools/random.mjs';
import { firstRecords } from './measure.mjs';

/** The longest query that a memory accepts by default, in bytes. */
const longest = 8192;

/**
 * A set whose queries are the texts of `count` of its memories, chosen by a seed; any memory with the same words is
 * right.
 */
export function askedByOwnText({ name, scopes }, { count }) {
  const next = randomFrom(1);
  const memories = [...scopes]
    .flatMap(([scope, items]) => items.map((item) => ({ ...item, scope })))
    .filter(({ text }) => text.trim() !== '' && Buffer.byteLength(text) <= longest)
    .map((memory) => ({ memory, key: next() }))
    .sort((one, other) => one.key - other.key)
    .slice(0, count)
    .map(({ memory }) => memory);
  const queries = memories.map(({ id, scope, text }) => ({
    id: `own:${id}`,
    scope,
    text,
    relevant: scopes
      .get(scope)
      .filter((other) => other.text.trim() === text.trim())
      .map((other) => other.id),
  }));
  return { name, scopes, queries };
}

/** How many of the queries have a right memory first, and the place of the worst one. */
export function firstPlaces({ queries }, weights) {
  const places = queries.map(
    ({ request, relevant }) =>
      firstRecords(request, weights).findIndex(({ id }) => relevant.has(id)) + 1,
  );
  return {
    asked: places.length,
    first: places.filter((place) => place === 1).length,
    worst: places.includes(0) ? Number.POSITIVE_INFINITY : Math.max(...places),
  };
}
