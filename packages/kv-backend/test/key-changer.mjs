// Changes the key of a file, in a process that is killed meanwhile.
import { changeFileKey } from '../src/index.ts';

const [path, key, newKey] = process.argv.slice(2);
process.stdout.write('begins\n');
await changeFileKey({ path, key: key || undefined, newKey: newKey || undefined });
process.stdout.write('done\n');
