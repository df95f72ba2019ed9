#!/usr/bin/env node
import { nodeTooOld } from '@mneme/core/node-version';

// Said before anything else is loaded: a native module for a newer Node takes an old one down without a word.
const fault = nodeTooOld(process.versions.node);
if (fault === undefined) {
  const { run } = await import('./run.ts');
  await run();
} else {
  process.stderr.write(`mneme: ${fault}\n`);
  process.exitCode = 1;
}
