import { fileURLToPath } from 'node:url';
import { createMemory } from '@mneme/core';
import { pages } from '@mneme/core/contract';
import { postgresBackend } from '@mneme/postgres';
import { qdrantBackend } from '@mneme/qdrant';
import { sqliteBackend } from '@mneme/sqlite';
import { letterEmbedder } from '../tools/letter-embedder.mjs';

/**
 * @typedef {object} DrillRequest
 * @property {number} rounds how often it attacks
 * @property {number} seed a run with the same seed does the same
 * @property {string} folder an empty folder of its own
 * @property {(done: number) => void} progress
 *
 * @typedef {object} DrillResult
 * @property {Record<string, number | string>} figures what was done and found
 * @property {string[]} broken what contradicts the promise; empty: nothing
 * @property {string} [skipped] why the drill cannot run here
 *
 * @typedef {object} Drill
 * @property {string} name
 * @property {string} promise in the words of docs/trust.md
 * @property {number} rounds without --rounds
 * @property {number} few for the tests
 * @property {readonly string[]} seen figures without which the drill has tried nothing
 * @property {(request: DrillRequest) => Promise<DrillResult>} run
 */

/** Compiled sources for processes that a drill starts. */
export const compiled = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));

/**
 * The memory at a place, with its backend.
 *
 * @param {string | (() => import('@mneme/core/contract').MemoryBackend)} place a SQLite file, the URL of a PostgreSQL
 *   database, or {@link besideQdrant}
 */
export async function openPlace(place, { clock, busyTimeoutMs } = {}) {
  const backend = typeof place === 'function' ? place() : backendAt(place, { busyTimeoutMs });
  return { backend, memory: await createMemory({ backend, embedder: letterEmbedder, clock }) };
}

function backendAt(place, { busyTimeoutMs }) {
  if (place.startsWith('postgres:')) return postgresBackend({ connectionString: place });
  if (!hasIndex(place)) return sqliteBackend({ path: place, busyTimeoutMs });
  const [url, path] = place.slice('qdrant:'.length).split(' ');
  const { rows } = sqliteBackend({ path, busyTimeoutMs });
  return qdrantBackend({ url, collection, rows, timeoutMs: 30_000 });
}

const collection = 'drill';

/** A SQLite file with an index in Qdrant. */
export const besideQdrant = (url, path) => `qdrant:${url} ${path}`;

export const hasIndex = (place) => place.startsWith('qdrant:');

/** How many rows the index has of the scopes in it, each in the generation that is searched. */
export async function indexedRows(url) {
  const ask = async (what, body) => {
    const headers = { 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${url}/collections/${collection}/points/${what}`, request);
    return (await answer.json()).result;
  };
  const positions = { must_not: [{ is_empty: { key: 'positionOf' } }] };
  const { points } = await ask('scroll', { filter: positions, limit: 10_000, with_payload: true });
  let rows = 0;
  for (const { payload } of points) {
    const is = { scope: payload.positionOf, generation: payload.generation };
    const must = Object.entries(is).map(([key, value]) => ({ key, match: { value } }));
    rows += (await ask('count', { filter: { must }, exact: true })).count;
  }
  return rows;
}

/** What a check of the store finds, in words. */
export async function faultsOf(backend, scope) {
  const found = [];
  for await (const { faults } of pages((cursor) =>
    backend.checkStore({ scope, cursor, limit: 1000 }),
  ))
    found.push(...faults.map(({ problem }) => problem));
  return found;
}
