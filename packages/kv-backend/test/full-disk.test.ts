import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { folder, useStore } from './store.ts';

const script = fileURLToPath(new URL('./full-disk.mjs', import.meta.url));

useStore();

/** On a disk of 8 MB and with a memory disk, which exist only for the process. */
function onSmallDisk(
  args: readonly string[],
  skip: (reason: string) => void,
): Record<string, unknown>[] {
  const mount = `mount -t tmpfs tmpfs /dev/shm && mount -t tmpfs -o size=8m,mode=700 tmpfs "$0" && exec "$@"`;
  const inside = [process.execPath, script, folder, ...args];
  const { stdout, stderr, error } = spawnSync(
    'unshare',
    ['--user', '--map-root-user', '--mount', 'sh', '-c', mount, folder, ...inside],
    { encoding: 'utf8' },
  );
  if (error !== undefined || /^(unshare|mount):/m.test(stderr))
    skip(`no filesystem can be mounted here: ${error?.message ?? stderr.trim()}`);
  return JSON.parse(stdout) as Record<string, unknown>[];
}

it('a removal on a full disk fails without effect, says that it is half done, or succeeds with pending bytes', ({
  skip,
}) => {
  const answers = onSmallDisk(
    ['removals', '0', '6', '20', '32', '48', '56', '64', '80', '112'],
    skip,
  );
  expect(answers).toHaveLength(36);
  for (const { answered, gone, ...what } of answers)
    expect({ ...what, answered, gone }).toEqual({
      ...what,
      answered,
      gone: answered !== 'storage_full',
    });
  for (const name of ['delete', 'redact', 'sessions.erase', 'erase']) {
    const of = answers.filter((answer) => answer.name === name);
    expect(of.map(({ answered }) => answered)).toEqual(
      expect.arrayContaining(['storage_full', 'pending']),
    );
  }
});

it('an erasure in steps on a full disk fails, leaves the scope readable as a whole or not at all, and completes when repeated', ({
  skip,
}) => {
  const answers = onSmallDisk(['largeErasures', '0', '8', '40', '160', '700'], skip);
  expect(answers).toHaveLength(5);
  for (const { answered, left, ...then } of answers) {
    expect({ answered, left }).toBeOneOf([
      { answered: 'storage_full', left: 900 },
      { answered: 'storage_full', left: 0 },
      { answered: 'pending', left: 0 },
      { answered: 'removed', left: 0 },
    ]);
    expect(then).toEqual({ beside: 1, records: answered === 'storage_full' ? 900 : 0, after: 1 });
  }
});

it('a file on a full or read-only disk can be opened for reading', ({ skip }) => {
  const answers = onSmallDisk(['openings'], skip);
  const found = ['Ada likes tea'];
  expect(answers).toEqual([
    { disk: 'full', ended: 'closed', found, write: 'storage_full' },
    { disk: 'full', ended: 'killed', found, write: 'storage_full' },
    { disk: 'read-only', ended: 'closed', found, write: 'read_only' },
    { disk: 'read-only', ended: 'killed', found, write: 'read_only' },
    { copiesWhileOpen: 1, copiesLeft: 0 },
  ]);
});
