import { isUtf8 } from 'node:buffer';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MnemeError } from '@mneme/core';
import type { DocumentStore, ImportOptions, StoreFile } from '@mneme/core/documents';
import { actingName } from '@mneme/core/faces';
import { type FieldsOf, listOf, parseOptions, parseText } from '@mneme/core/input';
import { boundedInput, openInput } from './bounded-input.ts';
import { firstBytes, readSmallFile } from './read-small-file.ts';

/** Lists which path each renamed file stands for. */
const pathsFile = '.mneme-paths.json';
const maxNameBytes = 200;
/** More than any document may have; a larger file is not read to its end. */
const maxFileBytes = 16 * 1024 * 1024;
/** Names that some file system cannot have, and Mneme's own: such files are renamed. */
const unsafeName = /^~|^\.mneme-|[<>:"|?*\\]|[. ]$|^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(\.|$)/i;

/** Options of an export. */
export interface ExportStoreOptions {
  /** Names of files and folders that are written although tools act on them, such as `.github`; compared exactly. */
  allowNames?: readonly string[];
}

/** The result of an export. */
export interface ExportedStore {
  files: number;
  /** Paths of documents that were left out because tools act on a name in them. */
  leftOut: string[];
}

const optionFields = { allowNames: listOf(parseText) } satisfies FieldsOf<ExportStoreOptions>;

/**
 * Writes a store as a folder of files, each at its path, for any file system. The folder is created, and must be empty,
 * so that all files in it are the store's. Only its owner can read it. A document with a name that tools act on
 * (`.git`, `.envrc`, `CON`) is left out and reported.
 */
export async function exportStore(
  store: DocumentStore,
  folder: string,
  options: ExportStoreOptions = {},
): Promise<ExportedStore> {
  const { allowNames = [] } = parseOptions(options, optionFields);
  const allowed = new Set(allowNames);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) {
    throw new MnemeError('invalid_input', `the folder ${folder} is not empty: give an empty one`, {
      field: 'folder',
    });
  }
  const renamed: Record<string, string> = {};
  const leftOut: string[] = [];
  let files = 0;
  for await (const { path, content } of store.export()) {
    const segments = path.slice(1).split('/');
    if (segments.some((segment) => !allowed.has(segment) && actingName(segment) !== undefined)) {
      leftOut.push(path);
      continue;
    }
    const name = segments.map(fileName).join('/');
    if (`/${name}` !== path) renamed[name] = path;
    const file = join(folder, ...name.split('/'));
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, content, { flag: 'wx', mode: 0o600 });
    files += 1;
  }
  if (Object.keys(renamed).length > 0) {
    await writeFile(join(folder, pathsFile), `${JSON.stringify(renamed, undefined, 2)}\n`, {
      flag: 'wx',
      mode: 0o600,
    });
  }
  return { files, leftOut };
}

/** The result of importing a folder. */
export interface ImportedStore {
  created: number;
  changed: number;
  unchanged: number;
  /** Files that are not UTF-8 text, such as pictures, or have more than 16 MiB: not imported. */
  leftOut: string[];
}

/**
 * Writes the files of a folder into a store, overwriting documents. Symbolic links, files that are not UTF-8 text, and
 * files of more than 16 MiB are left out.
 */
export async function importStore(
  store: DocumentStore,
  folder: string,
  options?: ImportOptions,
): Promise<ImportedStore> {
  const leftOut: string[] = [];
  const { signal } = options ?? {};
  const counts = await store.import(filesOf(folder, { leftOut, signal }), options);
  return { ...counts, leftOut };
}

async function* filesOf(
  folder: string,
  { leftOut, signal }: { leftOut: string[]; signal?: AbortSignal },
): AsyncGenerator<StoreFile> {
  const renamed = await readRenamed(folder);
  for (const name of await namesBelow(folder, '', signal)) {
    if (name === pathsFile) continue;
    signal?.throwIfAborted();
    const input = boundedInput(openInput(join(folder, ...name.split('/'))), { signal });
    const bytes = await firstBytes(input, maxFileBytes + 1);
    const content = bytes.length > maxFileBytes ? undefined : textOf(bytes);
    if (content === undefined) {
      leftOut.push(name);
      continue;
    }
    yield { path: renamed.get(name) ?? `/${name.normalize('NFC')}`, content };
  }
}

/** Sorted, so that an import is the same each time. */
async function namesBelow(folder: string, above: string, signal?: AbortSignal): Promise<string[]> {
  signal?.throwIfAborted();
  const entries = await readdir(join(folder, above), { withFileTypes: true });
  const names: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = above === '' ? entry.name : `${above}/${entry.name}`;
    if (entry.isDirectory()) names.push(...(await namesBelow(folder, name, signal)));
    else if (entry.isFile()) names.push(name);
  }
  return names;
}

async function readRenamed(folder: string): Promise<Map<string, string>> {
  try {
    const paths = JSON.parse(readSmallFile(join(folder, pathsFile), maxFileBytes)) as object;
    return new Map(Object.entries(paths));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw new MnemeError('invalid_input', `${join(folder, pathsFile)} cannot be read`, {
      field: 'folder',
      cause: error,
    });
  }
}

/** Undefined: not UTF-8. */
function textOf(bytes: Uint8Array): string | undefined {
  if (!isUtf8(bytes)) return undefined;
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

function fileName(segment: string): string {
  if (Buffer.byteLength(segment) <= maxNameBytes && !unsafeName.test(segment)) return segment;
  return `~${process.getBuiltinModule('node:crypto').hash('sha256', segment).slice(0, 32)}`;
}
