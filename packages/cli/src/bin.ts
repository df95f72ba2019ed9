#!/usr/bin/env node
import module from 'node:module';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { nodeTooOld } from '@mneme/core/node-version';

// Said before anything else is loaded: a native module for a newer Node takes an old one down without a word.
const fault = nodeTooOld(process.versions.node);
if (fault === undefined) {
  // A command is a program for each call, and half of its start is to compile. Not in the folder for temporary files, where
  // others may write what this user would run.
  const { XDG_CACHE_HOME = '' } = process.env;
  const cache = isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(homedir(), '.cache');
  module.enableCompileCache(join(cache, 'mneme'));
  const { run } = await import('./run.ts');
  await run();
} else {
  process.stderr.write(`mneme: ${fault}\n`);
  process.exitCode = 1;
}
