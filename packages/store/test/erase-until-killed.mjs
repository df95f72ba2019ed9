// Erases a large scope of a file of rows and kills itself in the middle: `node erase-until-killed.mjs PATH STEPS`.
import { createMemory } from '@mneme/core';
import { sqliteRows } from '@mneme/sqlite';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';
import { storeBackend } from '../src/index.ts';

const [path, steps] = process.argv.slice(2);
const rows = sqliteRows({ path });
let left = Number.POSITIVE_INFINITY;
const write = rows.write.bind(rows);
rows.write = (...given) => {
  if (left === 0) process.kill(process.pid, 'SIGKILL');
  left -= 1;
  return write(...given);
};
const memory = await createMemory({ backend: storeBackend(rows), embedder: letterEmbedder });
left = Number(steps);
await memory.scope('ada').erase();
