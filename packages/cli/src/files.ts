import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdtemp, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { MnemeError } from '@mneme/core';
import { firstBytes, pathError } from '@mneme/runtime';

/** The bytes of a file; `-` is standard input. */
export async function* bytesOf(
  path: string,
  { input, field, signal }: { input: Readable; field: string; signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  if (path === '-') return yield* addAbortSignal(signal, input);
  try {
    yield* createReadStream(path);
  } catch (cause) {
    throw pathError(cause, { path, field });
  }
}

// Far more than a memory may have, so that the store can report how much too long a text is.
const maxBytes = 16 * 1024 * 1024;

/** A whole stream as text, without the line end that shells add. */
export async function readText(
  input: Readable,
  { signal }: { signal: AbortSignal },
): Promise<string> {
  const wrong = (problem: string) =>
    new MnemeError('invalid_input', `content ${problem}`, { field: 'content' });
  const all = await firstBytes(addAbortSignal(signal, input), maxBytes + 1);
  if (all.length > maxBytes) throw wrong(`has more than ${maxBytes} bytes: store it in parts`);
  if (!isUtf8(all)) throw wrong('is not valid UTF-8: convert it first');
  return all
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .replace(/\r?\n$/, '');
}

/** Characters in one write. */
const together = 65_536;

/**
 * Writes texts to a file once there is one. Replaces an existing file when all is written; a new one is readable only by
 * its owner. Rejects with `invalid_input` if the file cannot be written.
 */
export async function writeFile(texts: AsyncIterable<string>, path: string): Promise<void> {
  const existing = await stat(path).catch(() => undefined);
  const isReplaced = existing?.isFile() ?? true; // A pipe or a device is written to.
  const target = existing?.isFile() ? await realpath(path) : path;
  const partial = isReplaced ? `${target}.${process.pid}.tmp` : target;
  let file: FileHandle | undefined;
  let waiting = '';
  const write = async () => {
    if (waiting === '') return;
    file ??= await open(partial, 'w', existing?.mode ?? 0o600);
    await file.writeFile(waiting); // All of it: `write` may end with fewer bytes, for instance on a full disk.
    waiting = '';
  };
  const named = (cause: unknown) => {
    throw pathError(cause, { path });
  };
  try {
    for await (const text of texts) {
      waiting += text;
      if (waiting.length > together) await write().catch(named);
    }
    await write().catch(named);
    await file?.close();
    if (file !== undefined && isReplaced) await rename(partial, target).catch(named);
  } catch (error) {
    await file?.close();
    if (file !== undefined && isReplaced) await rm(partial, { force: true });
    throw error;
  }
}

/** Runs with a temporary folder that is removed afterwards. */
export async function withTemporaryFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'mneme-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A file that the demo brings along. Here, because the packed modules are as deep as this one. */
export function demoFile(name: string): URL {
  return new URL(`../demo/${name}`, import.meta.url);
}
