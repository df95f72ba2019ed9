// Reads a file of rows in each way, and reports what was refused and the most memory that it took:
// `node read-huge-rows.mjs DRIVER PATH`.
import { sqliteRows } from '@mneme/sqlite';
import { noteTables } from './note-tables.ts';

const [driver, path] = process.argv.slice(2);
const rows = sqliteRows({ path, driver, inspect: true });
await rows.open(noteTables);
const read = async (question) =>
  (await rows.read('ada', [{ table: 'notes', ...question }]))[0].length;
const ways = {
  look_up: () => read({ any: [['ada', 'a']] }),
  range: () => read({ is: ['ada'] }),
  others: () => read({ is: ['ada'], columns: ['id', 'at'] }),
  check: async () => (await rows.check()).map(({ kind }) => kind),
  backup: async () => (await rows.backup({ path: `${path}.backup`, overwrite: true })).rows,
};
const answers = {};
for (const [name, work] of Object.entries(ways))
  answers[name] = await work().catch(({ code, message }) => code ?? message);
await rows.close();
const mebibytes = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ answers, mebibytes }));
