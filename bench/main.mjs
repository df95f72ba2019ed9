/**
 * All benchmarks, as tables. Ratios are taken side by side in one run; absolute times are this machine's.
 *
 *   npx -y pnpm@12 bench [NAME…] [--small]     # --small: a quick run over a tenth of the data
 */
import { spawnSync } from 'node:child_process';

const names =
  'records million import load start encryption documents telemetry postgres qdrant peers'.split(
    ' ',
  );
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`no benchmark ${unknown.join(', ')}: there are ${names.join(', ')}`);
  process.exit(2);
}
if (wanted.length === 1) {
  console.log(`\n## ${wanted[0]}\n\n| figure | measured | reach |\n| --- | --- | --- |`);
  const { run } = await import(`./${wanted[0]}.mjs`);
  await run();
} else {
  // A process has one library of SQLite, and its memory counts.
  const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
  for (const name of wanted.length > 0 ? wanted : names)
    spawnSync(process.execPath, [import.meta.filename, name, ...options], { stdio: 'inherit' });
}
