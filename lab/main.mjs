#!/usr/bin/env node
// Makes tables and measures quality. `node lab/main.mjs --help` lists what there is; lab/README.md says more.
import { load, programs } from './programs.mjs';

const [name, ...rest] = process.argv.slice(2);
const isKnown = Object.hasOwn(programs, name ?? '');
if (isKnown && (name === 'eval' || !rest.includes('--help'))) await (await load(name))(rest);
else {
  console.log('node lab/main.mjs NAME [options, see lab/README.md]\n');
  for (const [known, [does]] of Object.entries(programs))
    if (!isKnown || known === name) console.log(`  ${known.padEnd(18)} ${does}`);
  process.exitCode = isKnown || name === '--help' ? 0 : 2;
}
