// Holds a lock until it is told to release it, stopped or killed. With a number, counts that far in a file;
// with `take` it prints the outcome of one attempt.
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { withFileLock } from '../src/index.ts';

const [lock, counter, times] = process.argv.slice(2);
for (let time = 0; time < Number(times); time++)
  await withFileLock(lock, async () => {
    const before = Number(readFileSync(counter, 'utf8'));
    await new Promise(setImmediate);
    writeFileSync(counter, String(before + 1));
  });
if (counter === 'take')
  await withFileLock(lock, async () => console.log('mine'), { waitMs: 0 }).catch(
    ({ code, message }) => console.log(`${code}: ${message}`),
  );
else if (times === undefined)
  await withFileLock(lock, async () => {
    console.log('held');
    await once(process.stdin, 'data');
  });
process.exit();
