import { fileURLToPath } from 'node:url';

/**
 * What a drill is asked for, and what it answers.
 *
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

/** All pages of a check of the store. */
export async function faultsOf(backend, scope) {
  const faults = [];
  let cursor;
  do {
    const page = await backend.checkStore({ scope, cursor, limit: 1000 });
    faults.push(...page.faults);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return faults;
}
