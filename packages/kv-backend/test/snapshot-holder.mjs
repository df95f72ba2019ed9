// Holds a read snapshot of a file, as a backup or a slow reader does, until it is told to release it.
import Sqlite from 'better-sqlite3';

const database = new Sqlite(process.argv[2], { readonly: true });
database.exec('BEGIN');
const { held } = database.prepare('SELECT count(*) AS held FROM records').get();
process.stdout.write(`holding ${held}\n`);
process.stdin.once('data', () => {
  database.exec('COMMIT');
  process.stdout.write('let go\n');
});
