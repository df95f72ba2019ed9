// Loaded before a program: kills it instead of making the n-th call that changes a database or a file next to it.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const last = Number(process.env.KILL_AT);
let calls = 0;
const changing = [
  'openSync',
  'writeSync',
  'fsyncSync',
  'chmodSync',
  'linkSync',
  'renameSync',
  'rmSync',
];
for (const name of isMainThread ? [] : changing) {
  const original = fs[name];
  fs[name] = (...given) => {
    const counts = typeof given[0] === 'number' || String(given[0]).includes('.db');
    if (counts && ++calls === last) process.kill(process.pid, 'SIGKILL');
    return original(...given);
  };
}
syncBuiltinESMExports();
