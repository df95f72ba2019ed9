import { execFileSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { boundedInput, openInput } from './bounded-input.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mneme-input-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const silent = () => new Readable({ read() {} });

describe('a bounded input', () => {
  it('passes everything below its limits on', async () => {
    const stream = Readable.from([Buffer.from('ab'), Buffer.from('c')]);
    expect(String(await buffer(boundedInput(stream, { maxBytes: 3 })))).toBe('abc');
  });

  it('is refused past its limit of bytes, and the stream is destroyed', async () => {
    const stream = new Readable({
      read() {
        this.push(Buffer.alloc(1024));
      },
    });
    const read = buffer(boundedInput(stream, { maxBytes: 2048, field: 'content' }));
    await expect(read).rejects.toMatchObject({ code: 'invalid_input', field: 'content' });
    expect(stream.destroyed).toBe(true);
  });

  it('is refused if it gives nothing in time, but not at a terminal', async () => {
    const stream = silent();
    const read = buffer(boundedInput(stream, { waitMs: 1 }));
    await expect(read).rejects.toMatchObject({ code: 'invalid_input', field: 'file' });
    expect(stream.destroyed).toBe(true);
    const terminal = Object.assign(silent(), { isTTY: true });
    const typed = buffer(boundedInput(terminal, { waitMs: 1 }));
    setTimeout(() => terminal.push('late'), 20).unref();
    setTimeout(() => terminal.push(null), 21);
    expect(String(await typed)).toBe('late');
  });

  it('ends at once when its signal fires, also while the stream gives nothing', async () => {
    const interruption = new AbortController();
    const stream = silent();
    const read = buffer(boundedInput(stream, { signal: interruption.signal }));
    interruption.abort();
    await expect(read).rejects.toMatchObject({ name: 'AbortError' });
    expect(stream.destroyed).toBe(true);
  });
});

describe('an opened input', () => {
  it('has the bytes of a file', async () => {
    writeFileSync(join(folder, 'a'), 'text');
    expect(String(await buffer(openInput(join(folder, 'a'))))).toBe('text');
  });

  it.skipIf(process.platform === 'win32')(
    'has the bytes of a pipe that is opened for writing later (pipes of Unix)',
    async () => {
      const pipe = join(folder, 'pipe');
      execFileSync('mkfifo', [pipe]);
      const read = buffer(openInput(pipe));
      createWriteStream(pipe).end('text');
      expect(String(await read)).toBe('text');
    },
  );

  it('is refused if it is a folder or a device, or is not there', () => {
    const refused = (path: string) => () => openInput(path, { field: 'key' });
    expect(refused(folder)).toThrow('it is a folder');
    expect(refused(join(folder, 'none'))).toThrow('there is no such file');
    if (process.platform !== 'win32')
      expect(refused('/dev/zero')).toThrow('it is neither a file nor a pipe');
  });
});
