// Stores a row, removes it and reports that, until it is killed: nothing is cleaned meanwhile, since it never pauses.
import { sqliteRows } from '@mneme/sqlite';
import { noteTables } from './note-tables.ts';

const rows = sqliteRows({ path: process.argv[2] });
await rows.open(noteTables);
await rows.write('ada', {
  put: { notes: [{ scope: 'ada', id: 'a', content: 'The zqxjkvmarker sails' }] },
});
await rows.write('ada', { remove: { notes: [['ada', 'a']] } });
process.stdout.write('removed\n');
for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
