import { Worker } from 'node:worker_threads';

const bytes = 4096;

/**
 * Ends the process and prints the input if it blocks the thread for longer than `limitMs`. A test's own time limit
 * cannot interrupt a loop.
 */
export function watchdog(limitMs: number): { begin(input: string): void; stop(): Promise<number> } {
  const shared = new SharedArrayBuffer(8 + bytes);
  const counters = new Int32Array(shared, 0, 2);
  const text = new Uint8Array(shared, 8);
  const watcher = new Worker(
    `const { workerData: { shared, limitMs } } = require('node:worker_threads');
     const counters = new Int32Array(shared, 0, 2);
     for (;;) {
       const seen = Atomics.load(counters, 0);
       if (Atomics.wait(counters, 0, seen, limitMs) !== 'timed-out' || seen === 0) continue;
       const text = Buffer.from(shared, 8, Atomics.load(counters, 1)).toString();
       require('node:fs').writeSync(2, 'This input holds the thread: ' + text + '\\n');
       process.kill(process.pid, 'SIGKILL');
     }`,
    { eval: true, workerData: { shared, limitMs } },
  );
  watcher.unref();
  return {
    begin(input) {
      const { written } = new TextEncoder().encodeInto(input.slice(0, bytes / 4), text);
      Atomics.store(counters, 1, written);
      Atomics.add(counters, 0, 1);
      Atomics.notify(counters, 0);
    },
    stop: () => watcher.terminate(),
  };
}
