import type { Worker } from 'node:worker_threads';
import { readEnvironment } from '@mneme/runtime';
import { exitCodes, main } from './main.ts';

/** The time of a command to end in order after a signal; one that needs more asks for it. */
const endMs = 1500;

/** Runs the command line of this process, and sets its exit code. */
export async function run(): Promise<void> {
  const interruption = new AbortController();
  let received: NodeJS.Signals = 'SIGTERM';
  let timer: NodeJS.Timeout | undefined;

  // The system ends the process. `process.exit` would wait for threads in a long statement or in a blocked system call.
  const end = () => {
    process.removeAllListeners(received);
    process.kill(process.pid, received);
  };
  const endWithin = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(end, ms).unref();
  };

  const workers = new Set<Worker>();
  process.on('worker', (worker) => {
    workers.add(worker);
    worker.once('exit', () => workers.delete(worker));
  });

  const stop = (name: NodeJS.Signals) => {
    const isFirst = !interruption.signal.aborted;
    // The first signal asks to stop, the second one forces it; writes are complete or absent in both cases. A terminal that
    // closes sends two by itself, and so does its shell.
    if (!isFirst && name === 'SIGHUP') return;
    received = name;
    if (!isFirst) return end();
    endWithin(endMs);
    interruption.abort();
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop(name));

  // Nobody reads the output any more, as in `mneme list | head`: the command ends in order, too.
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (interruption.signal.aborted) return;
    process.exitCode = code === 'EPIPE' ? exitCodes.done : exitCodes.failed;
    stop('SIGHUP');
  });
  process.stderr.on('error', () => {});

  const exitCode = await main(process.argv.slice(2), {
    environment: readEnvironment(),
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    signal: interruption.signal,
    now: () => new Date(),
    endWithin,
  });
  process.exitCode ??= exitCode;
  // The process would wait for them while it ends, and receive no signal meanwhile.
  for (const worker of workers) {
    worker.ref();
    void worker.terminate();
  }
}
