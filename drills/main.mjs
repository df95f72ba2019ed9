/**
 * Breaks things on purpose, and checks each promise of docs/trust.md.
 * npx -y pnpm@12 drill                     all of them
 * npx -y pnpm@12 drill crash --rounds 10000
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drills } from './index.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string' }, seed: { type: 'string', default: '1' } },
});
const unknown = positionals.filter((name) => !drills.some((drill) => drill.name === name));
const [rounds, seed] = [values.rounds, values.seed].map((text) =>
  text === undefined ? undefined : Number(text),
);
if (unknown.length > 0 || [rounds ?? 1, seed].some((n) => !Number.isSafeInteger(n) || n < 1)) {
  const names = drills.map(({ name }) => name).join(' ');
  console.error(`usage: drill [${names}] [--rounds N] [--seed N], with whole numbers from 1`);
  process.exit(2);
}

let failed = false;
for (const drill of drills) {
  if (positionals.length > 0 && !positionals.includes(drill.name)) continue;
  const folder = mkdtempSync(join(tmpdir(), `mneme-drill-${drill.name}-`));
  const started = performance.now();
  const all = rounds ?? drill.rounds;
  const progress = (done) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${drill.name} ${done} of ${all}\u001b[K`);
  };
  try {
    const { figures, broken, skipped } = await drill.run({ rounds: all, seed, folder, progress });
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
    const verdict = skipped !== undefined ? 'SKIPPED' : broken.length > 0 ? 'BROKEN' : 'holds';
    console.log(`${drill.name.padEnd(12)} ${verdict}  "${drill.promise}"`);
    if (skipped !== undefined) console.log(`    ${skipped}`);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    for (const [what, figure] of Object.entries({ ...figures, seconds }))
      console.log(`    ${what.padEnd(52)} ${String(figure).padStart(10)}`);
    for (const line of broken.slice(0, 20)) console.log(`    BROKEN: ${line}`);
    if (broken.length > 20) console.log(`    and ${broken.length - 20} more`);
    failed ||= broken.length > 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
process.exit(failed ? 1 : 0);
