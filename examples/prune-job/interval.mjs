// The same inside an application. Several processes may run it; only one of them prunes at a time.
//   node interval.mjs
import { terminalText } from '@mneme/core';
import { openMemory } from '@mneme/runtime';
import { withLock } from './with-lock.mjs';

const everyMs = Number(process.env.EVERY_MS ?? 60 * 60 * 1000);
const { memory, path, close } = await openMemory({ db: process.env.MNEME_DB, embedder: 'none' });
const ending = new AbortController();
let running = Promise.resolve();

async function pruneOnce() {
  try {
    const report = await withLock(`${path}.prune-lock`, () =>
      memory.prune({ actor: 'prune-job', signal: ending.signal }),
    );
    console.log(report ? `pruned ${report.pruned}` : 'another process is pruning');
  } catch (error) {
    if (!ending.signal.aborted)
      console.error(terminalText(`prune failed, next try in ${everyMs} ms: ${error.message}`));
  }
}

/** If a run takes longer than the interval, no second one starts. */
let busy = false;
const timer = setInterval(() => {
  if (busy) return;
  busy = true;
  running = pruneOnce().finally(() => {
    busy = false;
  });
}, everyMs);

for (const name of ['SIGINT', 'SIGTERM']) {
  process.once(name, async () => {
    clearInterval(timer);
    ending.abort();
    await running;
    await close();
  });
}
