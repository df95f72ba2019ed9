import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const writer = fileURLToPath(new URL('./support/full-disk-writer.mjs', import.meta.url));

/** @type {import('./drill.mjs').Drill} */
export const fullDisk = {
  name: 'full-disk',
  promise: 'A full disk loses nothing',
  rounds: 40,
  few: 2,
  seen: ['times full', 'writes refused'],
  async run({ rounds, seed, folder }) {
    // A separate filesystem, which ends with the process.
    const mount = `mount -t tmpfs -o size=8m,mode=700 tmpfs "$0" && exec "$@"`;
    const inside = [process.execPath, writer, folder, String(rounds), String(seed)];
    const args = ['--user', '--map-root-user', '--mount', 'sh', '-c', mount, folder, ...inside];
    const { status, stdout, stderr, error } = spawnSync('unshare', args, { encoding: 'utf8' });
    if (error !== undefined || /^(unshare|mount):/m.test(stderr)) {
      const why = error?.message ?? stderr.trim();
      return { figures: {}, broken: [], skipped: `no filesystem can be mounted here: ${why}` };
    }
    if (status !== 0)
      return { figures: {}, broken: [`the writer ended with ${status}: ${stderr}`] };
    return JSON.parse(stdout);
  },
};
