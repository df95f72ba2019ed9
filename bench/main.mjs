/**
 * All benchmarks, as tables. Ratios are taken side by side in one run; absolute times are this machine's.
 * `--small` makes a quick run over a tenth of the data.
 */
import { readdirSync } from 'node:fs';

const small = process.argv.includes('--small');
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const support = new Set([
  'main.mjs',
  'support.mjs',
  'picture.mjs',
  'open-once.mjs',
  'write-once-more.mjs',
]);
for (const file of readdirSync(new URL('.', import.meta.url)).sort()) {
  if (!file.endsWith('.mjs') || support.has(file)) continue;
  const name = file.slice(0, -4);
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const { run } = await import(`./${file}`);
  console.log(`\n## ${name}\n\n| figure | measured | reach |\n| --- | --- | --- |`);
  await run({ small });
}
