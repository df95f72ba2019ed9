// Holds the lock of a folder until it is told to let go, or killed.
import { once } from 'node:events';
import { FolderHandle } from '../../src/file-tool/folder-handle.ts';
import { withFolderLock } from '../../src/file-tool/folder-lock.ts';

const [folder, options] = process.argv.slice(2);
const root = await FolderHandle.openRoot(folder);
await withFolderLock(
  root,
  async () => {
    process.stdout.write('held\n');
    await once(process.stdin, 'data');
  },
  JSON.parse(options),
);
await root.close();
process.stdout.write('released\n');
process.exit();
