import { fileURLToPath } from 'node:url';
import { createMemory } from '@mneme/core';
import { pages } from '@mneme/core/contract';
import { postgresBackend } from '@mneme/postgres';
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
 * @param {string | (() => import('@mneme/core/contract').MemoryBackend)} place a SQLite file, or the URL of a
 *   PostgreSQL database
 */
export async function openPlace(place, { clock, busyTimeoutMs } = {}) {
  const backend = typeof place === 'function' ? place() : backendAt(place, { busyTimeoutMs });
  return { backend, memory: await createMemory({ backend, embedder: letterEmbedder, clock }) };
}

function backendAt(place, { busyTimeoutMs }) {
  if (isDatabase(place)) return postgresBackend({ connectionString: place });
  return sqliteBackend({ path: place, busyTimeoutMs });
}

export const isDatabase = (place) => place.startsWith('postgres:');

/** What a check of the store finds, in words. */
export async function faultsOf(backend, scope) {
  const found = [];
  for await (const { faults } of pages((cursor) =>
    backend.checkStore({ scope, cursor, limit: 1000 }),
  ))
    found.push(...faults.map(({ problem }) => problem));
  return found;
}
