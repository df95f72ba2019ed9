import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { ended, mneme, Workplace } from './mneme.ts';

const place = new Workplace();
afterAll(() => place.remove());

function fifo(name: string): string {
  execFileSync('mkfifo', [place.path(name)]);
  return place.path(name);
}

/** Resolves with the other end of a pipe once somebody reads it. */
async function readBySomebody(path: string): Promise<number> {
  for (;;) {
    try {
      return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error;
      await new Promise(setImmediate);
    }
  }
}

describe.skipIf(process.platform === 'win32')(
  'a command that is told to end (pipes of Unix)',
  () => {
    it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
      'ends at %s while it waits for a pipe that gives nothing',
      async (signal) => {
        const pipe = fifo(signal);
        const child = place.start(mneme`import ${pipe} --db waits.db`);
        const end = ended(child);
        const other = await readBySomebody(pipe);
        child.kill(signal);
        expect(await end).toMatchObject({
          code: 130,
          stderr: expect.stringContaining('mneme: interrupted.'),
        });
        closeSync(other);
      },
    );

    it.each([
      ['wrong', 'x'],
      ['known', '{"text":"x"}'],
    ])('ends while it reads endless lines that are %s', async (name, line) => {
      const endless = spawn('yes', [line]);
      const child = place.start(mneme`import -`, { env: { XDG_DATA_HOME: place.path(name) } });
      const end = ended(child);
      child.stdin?.on('error', () => endless.kill());
      endless.stdout.pipe(child.stdin!);
      await once(child.stderr!, 'data'); // It prints the path of the new database before it reads.
      child.kill('SIGTERM');
      expect((await end).code).toBe(130);
      endless.kill();
    });

    it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
      'is ended by the system if it cannot end by itself after %s',
      async (signal) => {
        const pipe = fifo(`key-${signal}`);
        const child = place.start(mneme`store "Likes tea" --db keyed.db --key-file ${pipe}`);
        const other = await readBySomebody(pipe);
        child.kill(signal);
        expect(await once(child, 'exit')).toEqual([null, signal]);
        closeSync(other);
      },
    );
  },
);

describe.skipIf(process.platform === 'win32')('an input that never ends (devices of Unix)', () => {
  it('is refused if it is a device', async () => {
    for (const argv of [
      mneme`import /dev/zero --db device.db`,
      mneme`import /dev/zero --records --db device.db`,
      mneme`store "Likes tea" --db device.db --key-file /dev/zero`,
    ]) {
      const { code, stderr } = await place.run(argv);
      expect([code, stderr]).toEqual([2, expect.stringContaining('neither a file nor a pipe')]);
    }
  });

  it('of a command for a key is not read on', async () => {
    const option = ['--key-command', 'cat /dev/zero'];
    const { code, stderr } = await place.run(mneme`store "Likes tea" --db zero.db ${option}`);
    expect([code, stderr]).toEqual([2, expect.stringContaining('more than 4096 bytes')]);
  });

  it('is refused as the transcript of a hook, which ends as usual', async () => {
    for (const transcript_path of ['/dev/zero', fifo('transcript'), place.folder]) {
      const stdin = JSON.stringify({ hook_event_name: 'Stop', transcript_path });
      const ran = await place.run(mneme`mcp hook claude-code --db hook.db`, { stdin });
      const message = `Mneme: transcript_path is "${transcript_path}": give a file`;
      expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining(message)]);
    }
  });
});
