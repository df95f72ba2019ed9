#!/usr/bin/env node
import { nodeTooOld } from '@mneme/core/node-version';
import { cacheCompiledCode } from './compile-cache.ts';

// Checked before anything else is loaded, because a native module for a newer Node crashes an old one without a
// message.
const fault = nodeTooOld(process.versions.node);
if (fault === undefined) {
  // Each call of the command is a new process, and half of its start is compiling.
  cacheCompiledCode();
  const { run } = await import('./run.ts');
  await run();
} else {
  process.stderr.write(`mneme: ${fault}\n`);
  process.exitCode = 1;
}
