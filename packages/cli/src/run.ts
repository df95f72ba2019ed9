import { readEnvironment } from '@mneme/runtime';
import { exitCodes, main } from './main.ts';

/** Runs the command line of this process, and sets its exit code. */
export async function run(): Promise<void> {
  const interruption = new AbortController();

  // The reader has closed the pipe (as in `mneme list | head`).
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? exitCodes.done : exitCodes.failed);
  });
  process.stderr.on('error', () => {});

  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      // The first signal asks to stop, the second one forces it; writes are complete or absent in both cases.
      if (interruption.signal.aborted) process.exit(exitCodes.interrupted);
      interruption.abort();
    });
  }

  process.exitCode = await main(process.argv.slice(2), {
    environment: readEnvironment(),
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    signal: interruption.signal,
    now: () => new Date(),
    endWithin: (ms) => void setTimeout(() => process.exit(exitCodes.interrupted), ms).unref(),
  });
}
