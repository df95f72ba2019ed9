/** Two processes that write one scope of PostgreSQL, against one that writes as much: they wait for each other, and lose no race. */
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
  /** Each stores its part of twice `count` texts. */
  const race = async (writers) => {
    const args = [server.url, `race_${writers}_${process.pid}`, String((2 * count) / writers)];
    const all = Array.from({ length: writers }, () => fork(script, args));
    await Promise.all(all.map((writer) => once(writer, 'message')));
    const go = () =>
      Promise.all(
        all.map((writer) => {
          writer.send('go');
          return once(writer, 'message');
        }),
      );
    return { go, end: () => Promise.all(all.map((writer) => endProcess(writer, 'SIGKILL'))) };
  };
  const [two, one] = [await race(2), await race(1)];
  await compare(
    'store in one scope by two processes at once : by one, a record',
    [two.go, one.go],
    {
      ...{ rounds: 10, warmUp: 1, each: 2 * count },
      reach: 'at most 1.1',
    },
  );
  await two.end();
  await one.end();
  await server.stop();
}
