import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { randomFrom } from '../tools/random.mjs';
import { faultsOf, openFile } from './drill.mjs';
import { countReports, killFigures, Reports, readScope } from './support/reports.mjs';
import { startWriter } from './support/start-writer.mjs';

/** Writers on one file at once. */
const lanes = 3;
const roundsOfAFile = 100;

/** @type {import('./drill.mjs').Drill} */
export const crash = {
  name: 'crash',
  promise: 'What was acknowledged is there',
  rounds: 1000,
  few: 6,
  seen: ['acknowledged writes'],
  async run({ rounds, seed, folder, progress }) {
    const figures = {
      kills: 0,
      ...killFigures(),
      'bytes of what was erased': 0,
    };
    const broken = [];
    for (let from = 0; from < rounds; from += roundsOfAFile) {
      const part = { count: Math.min(roundsOfAFile, rounds - from), seed: seed * 1_000_003 + from };
      await oneFile(join(folder, `${from}.db`), { ...part, figures, broken, progress });
    }
    return { figures, broken };
  },
};

async function oneFile(path, { count, seed, figures, broken, progress }) {
  const open = () => openFile(path, { busyTimeoutMs: 30_000 });
  const random = randomFrom(seed);
  let { backend, memory } = await open();
  const found = [];
  let begun = 0;
  const lane = async () => {
    while (begun < count) {
      const scope = `w${++begun}`;
      const reports = await killedWriter(path, { scope, seed: seed + begun, random });
      progress(++figures.kills);
      const seen = reports.compare(await readScope(memory, scope));
      for (const problem of await faultsOf(backend, scope)) {
        figures['half written'] += 1;
        broken.push(`${scope}: ${problem}`);
      }
      countReports({ figures, broken }, { scope, reports, seen });
      found.push({ scope, erased: seen.erased });
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const audit = await backend.checkAudit({});
  broken.push(...audit.faults, ...(await faultsOf(backend)));
  await memory.close();

  // The next process that opens the file finishes what a killed one has left.
  const scan = async (scopes, what) => {
    ({ backend, memory } = await open());
    for (const scope of what === 'all' ? scopes : []) await memory.scope(scope).erase();
    const { bytes, bytesReason } = await backend.remains({ wait: true });
    await memory.close();
    if (bytes !== 'removed')
      broken.push(`bytes are pending although nobody is at work: ${bytesReason}`);
    const left = scopes.filter((scope) => bytesHold(path, `${scope} said `));
    figures['bytes of what was erased'] += left.length;
    broken.push(...left.map((scope) => `${scope}: text of the erased scope is in the file`));
  };
  await scan(found.filter(({ erased }) => erased).map(({ scope }) => scope));
  await scan(
    found.map(({ scope }) => scope),
    'all',
  );
}

/** The moment at which a writer is killed: anything, its start, an erasure, a redaction. */
const aims = ['any', 'any', 'any', 'any', 'any', 'start', 'erase', 'redact'];
const signs = { any: 'ready', erase: '"erased":true', redact: '"redacted":' };
const mostMs = { any: 250, start: 500, erase: 25, redact: 12 };

/** Kills it without warning, at a random moment after the sign of the aimed operation. */
async function killedWriter(path, { scope, seed, random }) {
  const aim = aims[Math.floor(random() * aims.length)];
  const writer = startWriter(path, { scope, seed, aim });
  const tooLong = pause(20_000, undefined, { ref: false });
  if (aim !== 'start') await Promise.race([writer.untilSaid(signs[aim]), tooLong]);
  await pause(random() * mostMs[aim]);
  writer.child.kill('SIGKILL');
  const code = await writer.ended;
  const reports = new Reports(writer.text());
  // A writer that has erased its scope ends by itself.
  if (code !== null && (code !== 0 || !reports.erased))
    reports.wrong.push(`the writer ended with ${code}`);
  return reports;
}

function bytesHold(path, text) {
  const folder = join(path, '..');
  return readdirSync(folder)
    .filter((name) => join(folder, name).startsWith(path))
    .some((name) => readFileSync(join(folder, name)).includes(text));
}
