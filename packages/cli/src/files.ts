import { isUtf8 } from 'node:buffer';
import { existsSync, readdirSync } from 'node:fs';
import { type FileHandle, lstat, open, rename, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { MnemeError } from '@mneme/core';
import { invalid } from '@mneme/core/input';
import { boundedInput, type Environment, firstBytes, openInput, pathError } from '@mneme/runtime';

/** The bytes of a file, with limits; `-` is standard input. */
export function bytesOf(
  path: string,
  { input, field, signal }: { input: Readable; field: string; signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  return boundedInput(path === '-' ? input : openInput(path, { field }), { field, signal });
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
  const all = await firstBytes(boundedInput(input, { signal, field: 'content' }), maxBytes + 1);
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
 * Writes texts to a file once there is one. The file is readable only by its owner; an existing one is replaced when all
 * is written. Texts go into an existing pipe or device as they come. Rejects with `invalid_input` if the file cannot be
 * written, or is a link to a file, which somebody else may have put there.
 */
export async function writeFile(
  texts: AsyncIterable<string>,
  path: string,
  environment: Environment,
): Promise<void> {
  const existing = await stat(path).catch(() => undefined);
  const link = await lstat(path).catch(() => undefined);
  if (existing !== undefined && !existing.isFile()) return writeTexts(texts, { path, flags: 'w' });
  if (link?.isSymbolicLink())
    throw invalid('file', `is "${path}", a link to a file: give the path of the file itself`);
  await withFolderBeside(path, environment, async (folder) => {
    const partial = join(folder, 'whole');
    await writeTexts(texts, { path: partial, shown: path, flags: 'wx' });
    if (existsSync(partial)) await rename(partial, path).catch(named(path));
  });
}

async function writeTexts(
  texts: AsyncIterable<string>,
  { path, shown = path, flags }: { path: string; shown?: string; flags: 'w' | 'wx' },
): Promise<void> {
  let file: FileHandle | undefined;
  let waiting = '';
  const write = async () => {
    if (waiting === '') return;
    file ??= await open(path, flags, 0o600);
    await file.writeFile(waiting); // All of it: `write` may end with fewer bytes, for instance on a full disk.
    waiting = '';
  };
  try {
    for await (const text of texts) {
      waiting += text;
      if (waiting.length > together) await write().catch(named(shown));
    }
    await write().catch(named(shown));
    // A pipe has nothing to sync.
    if (flags === 'wx') await file?.sync().catch(named(shown));
  } finally {
    await file?.close();
  }
}

const named = (path: string) => (cause: unknown) => {
  throw pathError(cause, { path });
};

/** Works with a private folder beside a file that is going to be written. */
export async function withFolderBeside<T>(
  path: string,
  environment: Environment,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const { withPrivateFolder } = await import('@mneme/files');
  let isMade = false;
  const made = (folder: string) => {
    isMade = true;
    return use(folder);
  };
  return withPrivateFolder(dirname(path), made, { records: recordsOf(environment) }).catch(
    (error) => {
      throw isMade ? error : pathError(error, { path });
    },
  );
}

/** Runs with a temporary folder that is removed afterwards. */
export async function withTemporaryFolder<T>(
  environment: Environment,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  return withFolderBeside(join(tmpdir(), 'any'), environment, use);
}

/** Removes the folders that killed commands have left. */
export async function removeLeftFolders(environment: Environment): Promise<void> {
  const records = recordsOf(environment);
  if (records === undefined || isEmpty(records)) return;
  const { removeAbandoned } = await import('@mneme/files');
  await removeAbandoned(records);
}

/** Also one that is missing, or that this user cannot read. */
function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0;
  } catch {
    return true;
  }
}

/** Undefined without a home. */
function recordsOf({ dataFolder }: Environment): string | undefined {
  return dataFolder && join(dataFolder, 'mneme', 'temporary');
}

/** A file that the demo brings along. Here, because the packed modules are as deep as this one. */
export function demoFile(name: string): URL {
  return new URL(`../demo/${name}`, import.meta.url);
}
