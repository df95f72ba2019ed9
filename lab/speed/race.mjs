/** Two processes that write one scope of PostgreSQL, over rows and as before, side by side. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { endProcess } from '../../tools/own-process.mjs';
import { anyPostgres, whyNoPostgres } from '../../tools/postgres-server.mjs';
import { compare, scaled } from './frame.mjs';

const script = fileURLToPath(new URL('./race-writer.mjs', import.meta.url));

export async function run() {
  const reason = whyNoPostgres();
  if (reason) return console.log(`skipped: ${reason}`);
  const server = await anyPostgres();
  const count = scaled(100);
  for (const writers of [1, 2]) {
    const all = {};
    for (const kind of ['rows', 'old']) {
      const args = [kind, server.url, `race_${kind}_${writers}_${process.pid}`, String(count)];
      all[kind] = Array.from({ length: writers }, () => fork(script, args));
      await Promise.all(all[kind].map((writer) => once(writer, 'message')));
    }
    const race = (kind) => () =>
      Promise.all(
        all[kind].map((writer) => {
          writer.send('go');
          return once(writer, 'message');
        }),
      );
    await compare(
      `store in one scope by ${writers} at once, over rows : as before, a record`,
      [race('rows'), race('old')],
      { rounds: 10, warmUp: 1, each: count, reach: 'at most 1.1' },
    );
    for (const writer of Object.values(all).flat()) await endProcess(writer, 'SIGKILL');
  }
  await server.stop();
}
