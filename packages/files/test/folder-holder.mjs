// Works with a private folder until it is told to end, or killed.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withPrivateFolder } from '../src/index.ts';

const [parent, records] = process.argv.slice(2);
await withPrivateFolder(
  parent,
  async (folder) => {
    writeFileSync(join(folder, 'part'), 'a memory');
    console.log(folder);
    await once(process.stdin, 'data');
  },
  { records },
);
process.exit();
