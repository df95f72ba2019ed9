import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { calls, makeCall, openPlace, type Place, uncovered } from '../every-call.ts';
import { commandEntrances } from './command.ts';
import type { Entrance, Outcome } from './entrance.ts';
import { anyJson, anyText, anyValue } from './hostile.ts';
import { libraryEntrances } from './library.ts';
import { mutated, mutationsOf } from './mutate.ts';
import { operationsOf, serverEntrances } from './server.ts';
import { toolEntrances } from './tools.ts';
import { watchdog } from './watchdog.ts';

/**
 * Nearly valid calls of every interface. Each must be answered or refused with a clear error. A refused call must change
 * nothing. No call may hang, end the process or leave an unhandled rejection.
 *
 * `MNEME_FUZZ_INPUTS=1000000` sets the number of calls; `MNEME_FUZZ_SEED=7` repeats a run.
 */
const inputs = Number(process.env.MNEME_FUZZ_INPUTS ?? 1500);
const seed = Number(process.env.MNEME_FUZZ_SEED ?? 1);
/** Processor time of one call; four times as much passes before one that does not answer counts as hanging. */
const longestMs = 5000;
/** The store is replaced after so many inputs. */
const inputsAPlace = 2000;

const dog = watchdog(6 * longestMs);
let place: Place;
const unhandled: unknown[] = [];
const note = (error: unknown) => unhandled.push(error);
beforeAll(async () => {
  place = await openPlace();
  process.on('unhandledRejection', note);
});
afterAll(async () => {
  process.off('unhandledRejection', note);
  await place.close();
  await dog.stop();
});

/** What is wrong with the outcome of this call; undefined if nothing. */
async function complaint(entrance: Entrance, given: unknown): Promise<string | undefined> {
  const before = place.digest();
  const started = process.cpuUsage();
  let timer: NodeJS.Timeout | undefined;
  const hang = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => resolve({ refused: false, complaint: 'hangs' }), 4 * longestMs);
  });
  const outcome = await Promise.race([entrance.call(place, given as never), hang]);
  clearTimeout(timer);
  const { user, system } = process.cpuUsage(started);
  const took = (user + system) / 1000;
  if (outcome.complaint !== undefined) return outcome.complaint;
  if (took > longestMs) return `took ${Math.round(took)} ms`;
  if (outcome.refused && place.digest() !== before)
    return 'was refused, and changed what is stored';
  if (Object.keys(Object.prototype).length > 0 || 'polluted' in {})
    return 'changed Object.prototype';
  if (unhandled.length > 0) return `nobody waits for: ${String(unhandled.splice(0)[0])}`;
  return undefined;
}

/** The slow ones, which open a memory for each call, get fewer inputs. */
const faces = {
  library: { share: 0.62, entrances: async () => libraryEntrances, values: anyValue },
  tools: { share: 0.18, entrances: async () => toolEntrances, values: anyValue },
  server: {
    share: 0.18,
    entrances: async () => serverEntrances(await operationsOf(place)),
    values: anyJson,
  },
  command: {
    share: 0.02,
    entrances: async () => commandEntrances,
    values: fc.oneof(
      anyJson,
      anyText.map((text) => () => text),
    ),
  },
};

it.each(Object.entries(faces))(
  'answers or refuses nearly valid calls of the %s; refused ones change nothing',
  async (_, { share, entrances, values }) => {
    const all = await entrances();
    const arbitrary = fc.record({
      name: fc.constantFrom(...all.map(({ name }) => name)),
      mutations: mutationsOf(values),
    });
    const numRuns = Math.max(1, Math.round(inputs * share));
    let done = 0;
    await fc.assert(
      fc.asyncProperty(arbitrary, async ({ name, mutations }) => {
        const entrance = all.find((each) => each.name === name) as Entrance;
        if (++done % inputsAPlace === 0) {
          const used = place;
          place = await openPlace();
          await used.close();
        }
        dog.begin(
          `${name} ${mutations.map(({ kind, at, key, value }) => `${kind} ${at} ${key} ${value}`).join(', ')}`,
        );
        const given = mutated(entrance.valid(place), mutations);
        expect(await complaint(entrance, given), entrance.name).toBe(undefined);
      }),
      { numRuns, seed, ...(inputs > 10_000 ? { endOnFailure: true } : {}) },
    );
    console.log(`${numRuns} inputs, seed ${seed}`);
  },
  Infinity,
);

it('covers every method of the library that takes arguments', () => {
  expect(uncovered(place)).toEqual([]);
});

it('changes calls that are valid', async () => {
  const fresh = await openPlace();
  // These two need another model.
  for (const [name, given] of Object.entries(calls))
    if (!name.endsWith('eembed')) await makeCall(fresh, name, given(fresh));
  await fresh.close();
});
