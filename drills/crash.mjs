import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres, whyNoBinary } from '../tools/postgres-server.mjs';
import { randomFrom } from '../tools/random.mjs';
import { faultsOf, openPlace } from './drill.mjs';
import { compareTwice, countReports, killFigures, Reports } from './support/reports.mjs';
import { startWriter } from './support/start-writer.mjs';

/** Writers in one place at once. */
const lanes = 3;
const roundsOfAPlace = 100;

/** @type {import('./drill.mjs').Drill} */
export const crash = {
  name: 'crash',
  promise: 'What was acknowledged is there',
  rounds: 1000,
  few: 6,
  seen: ['acknowledged writes'],
  run: (request) => killInFiles(request),
};

/** @type {import('./drill.mjs').Drill} */
export const crashPostgres = {
  name: 'crash-postgres',
  promise: 'What was acknowledged is there',
  rounds: 200,
  few: 3,
  seen: ['acknowledged writes'],
  async run(request) {
    const skipped = whyNoBinary();
    if (skipped !== undefined) return { figures: {}, broken: [], skipped };
    const server = await startPostgres({ durable: true });
    try {
      return await killWriters(request, (_, work) => work(server.url));
    } finally {
      await server.stop();
    }
  },
};

async function killInFiles({ folder, ...request }) {
  return killWriters(request, async (name, work, { figures, broken }) => {
    const path = join(folder, `${name}.db`);
    const { scopes, erased } = await work(path);
    // The next process that opens the file finishes what a killed one has left.
    for (const erase of [false, true]) {
      const left = await scan(path, { scopes: erase ? scopes : erased, erase }, broken);
      figures['bytes of what was erased'] =
        left.length + (figures['bytes of what was erased'] ?? 0);
      broken.push(...left.map((scope) => `${scope}: text of the erased scope is in the file`));
    }
  });
}

/**
 * `inPlace` runs the work on a place of that name, and may look at what it has left there. `alsoKill`: called before each
 * kill of a writer.
 */
export async function killWriters({ rounds, seed, progress, alsoKill }, inPlace) {
  const figures = { kills: 0, ...killFigures() };
  const broken = [];
  for (let from = 0; from < rounds; from += roundsOfAPlace) {
    const part = { from, count: Math.min(roundsOfAPlace, rounds - from) };
    const own = { seed: seed * 1_000_003 + from, figures, broken, progress, alsoKill };
    const work = (place) => onePlace(place, { ...part, ...own });
    await inPlace(from, work, { figures, broken });
  }
  return { figures, broken };
}

async function onePlace(place, { from, count, seed, alsoKill, figures, broken, progress }) {
  const random = randomFrom(seed);
  const { backend, memory } = await openPlace(place, { busyTimeoutMs: 30_000 });
  const found = [];
  let begun = 0;
  const lane = async () => {
    while (begun < count) {
      const scope = `w${from + ++begun}`;
      const killed = { scope, seed: seed + begun, random, alsoKill };
      const { wrong, text } = await killedWriter(place, killed);
      progress(++figures.kills);
      const compared = await compareTwice(memory, { scope, text });
      const { seen } = compared;
      seen.wrong.push(...wrong);
      for (const problem of await faultsOf(backend, scope)) {
        figures['half written'] += 1;
        broken.push(`${scope}: ${problem}`);
      }
      countReports({ figures, broken }, { scope, ...compared });
      found.push({ scope, erased: seen.erased });
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const audit = await backend.checkAudit?.({});
  broken.push(...(audit?.faults ?? []), ...(await faultsOf(backend)));
  await memory.close();
  return {
    scopes: found.map(({ scope }) => scope),
    erased: found.filter(({ erased }) => erased).map(({ scope }) => scope),
  };
}

/** The scopes whose texts are in the file, after they were erased if they are to be. */
async function scan(path, { scopes, erase }, broken) {
  const { backend, memory } = await openPlace(path, { busyTimeoutMs: 30_000 });
  for (const scope of erase ? scopes : []) await memory.scope(scope).erase();
  const { bytes, bytesReason } = await backend.remains({ wait: true });
  await memory.close();
  if (bytes !== 'removed')
    broken.push(`bytes are pending although nobody is at work: ${bytesReason}`);
  return scopes.filter((scope) => bytesHold(path, `${scope} said `));
}

/** The moment at which a writer is killed: anything, its start, an erasure, a redaction. */
const aims = ['any', 'any', 'any', 'any', 'any', 'start', 'erase', 'redact'];
const signs = { any: 'ready', erase: '"erased":true', redact: '"redacted":' };
const mostMs = { any: 250, start: 500, erase: 25, redact: 12 };

/** Kills it without warning, at a random moment after the sign of the aimed operation. `wrong`: what is wrong with it. */
async function killedWriter(place, { scope, seed, random, alsoKill }) {
  const aim = aims[Math.floor(random() * aims.length)];
  const writer = startWriter(place, { scope, seed, aim });
  const tooLong = pause(20_000, undefined, { ref: false });
  if (aim !== 'start') await Promise.race([writer.untilSaid(signs[aim]), tooLong]);
  await pause(random() * mostMs[aim]);
  await alsoKill?.();
  writer.child.kill('SIGKILL');
  const code = await writer.ended;
  const text = writer.text();
  // A writer that has erased its scope ends by itself.
  const isRight = code === null || (code === 0 && new Reports(text).erased);
  return { text, wrong: isRight ? [] : [`the writer ended with ${code}`] };
}

function bytesHold(path, text) {
  const folder = join(path, '..');
  return readdirSync(folder)
    .filter((name) => join(folder, name).startsWith(path))
    .some((name) => readFileSync(join(folder, name)).includes(text));
}
