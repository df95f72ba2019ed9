import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { MnemeError } from '@mneme/core';

export interface InputFile {
  stream: AsyncIterable<Uint8Array>;
  /** Size in bytes, if known. */
  size?: number;
}

/** Opens a file for reading; `-` is standard input. */
export async function inputFile(
  path: string,
  { input, field, signal }: { input: Readable; field: string; signal: AbortSignal },
): Promise<InputFile> {
  if (path === '-') return { stream: addAbortSignal(signal, input) };
  try {
    const facts = await stat(path);
    if (facts.isDirectory()) {
      throw new MnemeError('invalid_input', `${field} is "${path}", a folder: give a file`, {
        field,
      });
    }
    return {
      stream: translated(createReadStream(path), path, field),
      size: facts.isFile() ? facts.size : undefined,
    };
  } catch (error) {
    throw unreadable(error, path, field);
  }
}

async function* translated(
  stream: Readable,
  path: string,
  field: string,
): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (error) {
    throw unreadable(error, path, field);
  }
}

function unreadable(error: unknown, path: string, field: string): unknown {
  if (MnemeError.isInstance(error)) return error;
  const reasons: Record<string, string> = {
    ENOENT: 'there is no such file',
    EACCES: 'it may not be read',
    EISDIR: 'it is a folder',
    ENOTDIR: 'a part of it is no folder',
    ENAMETOOLONG: 'the name is too long',
  };
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return new MnemeError(
    'invalid_input',
    `${field} is "${shown(path)}": ${reasons[code] ?? (code || String(error))}`,
    {
      field,
      cause: error,
    },
  );
}

/** A shell accepts paths that no file can have. */
function shown(path: string): string {
  return path.length > 1000 ? `${path.slice(0, 1000)}…` : path;
}

export interface FileWriter {
  write(text: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Writes text to a file, as fast as the disk accepts it. Replaces an existing file; a new one is readable only by its
 * owner.
 */
export async function fileWriter(path: string, { field }: { field: string }): Promise<FileWriter> {
  const stream = createWriteStream(path, { mode: 0o600 });
  const failed = (error: unknown) =>
    new MnemeError(
      'invalid_input',
      `${field} is "${shown(path)}": it cannot be written (${(error as NodeJS.ErrnoException).code})`,
      {
        field,
        cause: error,
      },
    );
  try {
    await once(stream, 'open');
  } catch (error) {
    throw failed(error);
  }
  return {
    async write(text) {
      if (!stream.write(text))
        await once(stream, 'drain').catch((error) => {
          throw failed(error);
        });
    },
    async close() {
      stream.end();
      await finished(stream).catch((error) => {
        throw failed(error);
      });
    },
  };
}

export interface LineWriter {
  write(value: unknown): Promise<void>;
  close(): Promise<void>;
}

/** Like {@link fileWriter}, for JSONL. */
export async function lineWriter(path: string, { field }: { field: string }): Promise<LineWriter> {
  const file = await fileWriter(path, { field });
  return {
    write: (value) => file.write(`${JSON.stringify(value)}\n`),
    close: () => file.close(),
  };
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
