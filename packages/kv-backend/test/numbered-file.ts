import { inFile } from './in-file.ts';
import { open, path } from './store.ts';

/** A file whose next scope or store gets the given number. */
export async function fileWith(next: number): Promise<void> {
  const memory = await open();
  await memory.scope('first').store({ content: 'The first ship is Kestrel' });
  await memory.close();
  await inFile(path, (database) =>
    database.exec(`UPDATE sqlite_sequence SET seq = ${next - 1} WHERE name = 'scopes'`),
  );
}
