#!/usr/bin/env node
import module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { nodeTooOld } from '@mneme/core/node-version';

// Checked before anything else is loaded, because a native module for a newer Node crashes an old one without a
// message.
const fault = nodeTooOld(process.versions.node);
if (fault === undefined) {
  // Each call of the command is a new process, and half of its start is compiling. Not in the folder for temporary
  // files, where others could write code that this user would run.
  module.enableCompileCache(join(homedir(), '.cache', 'mneme'));
  const { run } = await import('./run.ts');
  await run();
} else {
  process.stderr.write(`mneme: ${fault}\n`);
  process.exitCode = 1;
}
