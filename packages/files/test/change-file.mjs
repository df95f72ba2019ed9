// Adds a line to a file and prints the outcome. With `stop` it stops itself before it writes any file next to it.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [path, line, stop] = process.argv.slice(2);
const { open } = fs.promises;
if (stop === 'stop') {
  fs.promises.open = (...given) => {
    if (String(given[0]).endsWith('.tmp')) process.kill(process.pid, 'SIGSTOP');
    return open(...given);
  };
  syncBuiltinESMExports();
}

const { linesFile } = await import('./lines-file.mjs');
const outcome = await linesFile(path)
  .change((lines) => lines.push(line))
  .catch(({ code }) => code);
console.log(outcome);
