import { createReadStream } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { MnemeError } from '@mneme/core';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'it may not be read',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of it is not a folder',
  ENAMETOOLONG: 'the name is too long',
};

/** The bytes of a file; `-` is standard input. */
export async function* bytesOf(
  path: string,
  { input, field, signal }: { input: Readable; field: string; signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  if (path === '-') return yield* addAbortSignal(signal, input);
  try {
    yield* createReadStream(path);
  } catch (cause) {
    const { code = String(cause) } = cause as NodeJS.ErrnoException;
    const message = `${field} is "${shown(path)}": ${reasons[code] ?? code}`;
    throw new MnemeError('invalid_input', message, { field, cause });
  }
}

/** A shell accepts paths that no file can have. */
function shown(path: string): string {
  return path.length > 1000 ? `${path.slice(0, 1000)}…` : path;
}

/** Characters in one write. */
const together = 65_536;

/**
 * Writes texts to a file once there is one. Replaces an existing file; a new one is readable only by its owner. Rejects
 * with `invalid_input` if the file cannot be written.
 */
export async function writeFile(texts: AsyncIterable<string>, path: string): Promise<void> {
  let file: FileHandle | undefined;
  let waiting = '';
  const write = async () => {
    if (waiting === '') return;
    try {
      file ??= await open(path, 'w', 0o600);
      await file.write(waiting);
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      const message = `file is "${shown(path)}": it cannot be written (${code})`;
      throw new MnemeError('invalid_input', message, { field: 'file', cause });
    }
    waiting = '';
  };
  try {
    for await (const text of texts) {
      waiting += text;
      if (waiting.length > together) await write();
    }
    await write();
  } finally {
    await file?.close();
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
