import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { faultsOf, openPlace } from './drill.mjs';

const writer = fileURLToPath(new URL('./support/contained-writer.mjs', import.meta.url));
const names = ['one', 'two'];
/** With its own process numbers and its own host name. */
const apart = '--user --map-root-user --pid --fork --kill-child --uts --mount-proc'.split(' ');

/** @type {import('./drill.mjs').Drill} */
export const containers = {
  name: 'containers',
  promise: 'Two containers share a folder or a file',
  rounds: 200,
  few: 10,
  seen: ['locks taken'],
  async run({ rounds, folder }) {
    const tried = spawnSync('unshare', [...apart, 'true'], { encoding: 'utf8' });
    if (tried.status !== 0)
      return {
        figures: {},
        broken: [],
        skipped: `no namespaces here: ${tried.error?.message ?? tried.stderr.trim()}`,
      };
    const files = join(folder, 'files');
    mkdirSync(files);
    writeFileSync(join(files, 'count'), '0');
    const { backend, memory } = await openPlace(join(folder, 'memory.db'));
    const ada = memory.scope('ada');
    const store = await ada.stores.open('notes', { create: true });
    await store.create({ path: '/log', content: '' });

    const broken = [];
    const start = (name, kind) => {
      const args = [...apart, process.execPath, writer, folder, name, String(rounds), kind];
      const child = spawn('unshare', args, { stdio: ['ignore', 'pipe', 'inherit'] });
      return { child, ended: once(child, 'exit'), ready: once(child.stdout, 'data') };
    };
    const ends = names.map((name) => start(name, 'write').ended);
    for (const [code] of await Promise.all(ends))
      if (code !== 0) broken.push(`a container ended with ${code}`);

    const expected = rounds * names.length;
    const figures = {
      'locks taken': Number(readFileSync(join(files, 'count'), 'utf8')),
      'lines in the folder': linesOf(readFileSync(join(files, 'log.txt'), 'utf8')),
      'lines in the document': linesOf((await store.read('/log')).content),
      records: (await ada.stats()).current,
    };
    for (const [what, count] of Object.entries(figures))
      if (count !== expected) broken.push(`${count} ${what} of ${expected}`);
    broken.push(...(await faultsOf(backend)));
    await memory.close();

    // One is killed while it has the lock, and the other cannot see that.
    const holder = start('one', 'hold');
    await holder.ready;
    holder.child.kill('SIGKILL');
    await holder.ended;
    const since = performance.now();
    const [code] = await start('two', 'take').ended;
    if (code !== 0) broken.push('the lock of a killed container was not freed');
    figures['ms until a dead container is outlived'] = Math.round(performance.now() - since);
    return { figures, broken };
  },
};

function linesOf(text) {
  return new Set(text.trim().split('\n')).size;
}
