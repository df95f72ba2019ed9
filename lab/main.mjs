#!/usr/bin/env node
// Makes tables and measures quality. `node lab/main.mjs --help` lists what there is; lab/README.md says more.
import { load, programs } from './programs.mjs';

const [name, ...rest] = process.argv.slice(2);
if (Object.hasOwn(programs, name ?? '')) await (await load(name))(rest);
else {
  console.log('node lab/main.mjs NAME [options]\n');
  for (const [known, [does]] of Object.entries(programs))
    console.log(`  ${known.padEnd(18)} ${does}`);
  process.exitCode = name === '--help' ? 0 : 2;
}
