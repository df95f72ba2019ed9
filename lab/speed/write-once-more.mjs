/** Writes one record after the other into a file until it is ended, and prints the milliseconds of each. */
import { openFile, timeOf } from './frame.mjs';

process.once('SIGTERM', () => process.exit());
const memory = await openFile(process.argv[2]);
const scope = memory.scope('small');
for (let at = 0; ; at++) {
  const took = await timeOf(() =>
    scope.store({ content: `note ${at}` }, { onConflict: 'keepBoth' }),
  );
  process.stdout.write(`${took}\n`);
}
