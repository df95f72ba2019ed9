/** What users find: every query of a set through `retrieve`, as of the time when it was asked. */

import { mean } from '../frame.mjs';
import { fedStore, now, openStore } from './feed.mjs';
import { plainBm25 } from './plain-bm25.mjs';

/**
 * Recall of plain BM25 (`bm25`) and of the memory, as means over the queries: `at10`, `at5`; `any5`: anything relevant
 * among the first five. `later`, if the set has contradicted statements: the later one is among the first five, and the
 * earlier one is gone, marked or after it. A learned fact takes a place and does not count as relevant.
 */
export async function ask(set, { embedder }) {
  const { path, names } = await fedStore(set, { embedder });
  const memory = await openStore(path, { embedder, clock: () => new Date(now) });
  const floors = plainBm25(set);
  const rows = [];
  for (const [at, query] of set.queries.entries()) {
    const asOf = query.time;
    const { memories } = await memory.scope(query.scope).retrieve(query.text, { limit: 10, asOf });
    const found = memories.map(({ id }) => names.get(id) ?? []);
    const share = (ids) =>
      query.relevant.filter((id) => ids.includes(id)).length / query.relevant.length;
    rows.push({
      bm25: share(floors[at]),
      at10: share(found.flat()),
      at5: share(found.slice(0, 5).flat()),
      any5: share(found.slice(0, 5).flat()) > 0 ? 1 : 0,
      later: query.earlier && (isLaterFirst(query, { memories, found }) ? 1 : 0),
      missed: missedOf(set, query, { memories, found }),
    });
  }
  await memory.close();
  const later = rows.flatMap((row) => row.later ?? []);
  return {
    bm25: mean(rows.map((row) => row.bm25)),
    at10: mean(rows.map((row) => row.at10)),
    at5: mean(rows.map((row) => row.at5)),
    any5: mean(rows.map((row) => row.any5)),
    later: later.length === 0 ? undefined : mean(later),
    missed: rows.flatMap((row) => row.missed ?? []),
  };
}

function isLaterFirst({ relevant, earlier }, { memories, found }) {
  const placeOf = (ids) => found.findIndex((names) => names.some((id) => ids.includes(id)));
  const [later, before] = [placeOf(relevant), placeOf(earlier)];
  if (later < 0 || later >= 5) return false;
  return before < 0 || before > later || memories[before].contestedBy !== undefined;
}

function missedOf({ scopes }, { scope, text, relevant }, { memories, found }) {
  const missed = relevant.filter((id) => !found.flat().includes(id));
  if (missed.length === 0) return undefined;
  const texts = scopes.get(scope).filter(({ id }) => missed.includes(id));
  const line = ({ speaker = '', session = '', sequence = '', text: said }) =>
    `(${speaker} ${session} ${sequence}) ${said.slice(0, 200)}`;
  return [
    `\n? ${text.slice(0, 400)}`,
    ...texts.map((memory) => `  missed ${line(memory)}`),
    ...memories
      .slice(0, 3)
      .map(({ content, source }) => `  found  ${line({ ...source, text: content })}`),
  ].join('\n');
}
