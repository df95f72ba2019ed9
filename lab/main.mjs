#!/usr/bin/env node
// Makes tables and measures quality. `node lab/main.mjs` lists what there is; lab/README.md says more.
import { programs } from './programs.mjs';

const [name, ...rest] = process.argv.slice(2);
const program = Object.hasOwn(programs, name ?? '') ? programs[name] : undefined;
if (program === undefined) {
  console.log('node lab/main.mjs NAME [options]\n');
  for (const [known, { says }] of Object.entries(programs))
    console.log(`  ${known.padEnd(18)} ${says}`);
  process.exitCode = name === undefined ? 0 : 1;
} else {
  const { main } = await program.load();
  await main(rest);
}
