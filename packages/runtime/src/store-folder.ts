import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type DocumentStore, type ImportOptions, MnemeError, type StoreFile } from '@mneme/core';

/** Says which path a file with a name of our own stands for. */
const pathsFile = '.mneme-paths.json';
const maxNameBytes = 200;
/** Names that some file system gives a meaning of its own. */
const unsafeName = /^~|^\.mneme-|[<>:"|?*\\]|[. ]$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * Writes a store as a folder of files that any file system can hold, each at its path. The folder is made, and must
 * be empty: what is there of another time could not be told from the store's own.
 */
export async function exportStore(
  store: DocumentStore,
  folder: string,
): Promise<{ files: number }> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) {
    throw new MnemeError('invalid_input', `the folder ${folder} is not empty: give an empty one`, {
      field: 'folder',
    });
  }
  const renamed: Record<string, string> = {};
  let files = 0;
  for await (const { path, content } of store.export()) {
    const name = path.slice(1).split('/').map(fileName).join('/');
    if (`/${name}` !== path) renamed[name] = path;
    const file = join(folder, ...name.split('/'));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content, { flag: 'wx' });
    files += 1;
  }
  if (Object.keys(renamed).length > 0) {
    await writeFile(join(folder, pathsFile), `${JSON.stringify(renamed, undefined, 2)}\n`);
  }
  return { files };
}

/** Writes the files of a folder over what is in a store. Symbolic links are left out; every file must be UTF-8. */
export function importStore(
  store: DocumentStore,
  folder: string,
  options?: ImportOptions,
): Promise<{ created: number; changed: number; unchanged: number }> {
  return store.import(filesOf(folder), options);
}

async function* filesOf(folder: string): AsyncGenerator<StoreFile> {
  const renamed = await readRenamed(folder);
  for (const name of await namesBelow(folder, '')) {
    if (name === pathsFile) continue;
    const content = decode(await readFile(join(folder, ...name.split('/'))), name);
    yield { path: renamed[name] ?? `/${name.normalize('NFC')}`, content };
  }
}

/** In order, so that an import is the same each time. */
async function namesBelow(folder: string, above: string): Promise<string[]> {
  const entries = await readdir(join(folder, above), { withFileTypes: true });
  const names: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = above === '' ? entry.name : `${above}/${entry.name}`;
    if (entry.isDirectory()) names.push(...(await namesBelow(folder, name)));
    else if (entry.isFile()) names.push(name);
  }
  return names;
}

async function readRenamed(folder: string): Promise<Record<string, string>> {
  try {
    return JSON.parse(await readFile(join(folder, pathsFile), 'utf8')) as Record<string, string>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new MnemeError('invalid_input', `${join(folder, pathsFile)} cannot be read`, {
      field: 'folder',
      cause: error,
    });
  }
}

function decode(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new MnemeError('invalid_input', `${name} is not UTF-8: a store holds text`, {
      field: 'folder',
      cause,
    });
  }
}

function fileName(segment: string): string {
  if (Buffer.byteLength(segment) <= maxNameBytes && !unsafeName.test(segment)) return segment;
  return `~${createHash('sha256').update(segment).digest('hex').slice(0, 32)}`;
}
