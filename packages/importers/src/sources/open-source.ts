import { createReadStream, type Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { MnemeError } from '@mneme/core';
import { openZip } from './open-zip.ts';
import type { Source, SourceFile } from './source.ts';
import { beginsWith } from './sqlite-rows.ts';

const zipMark = Buffer.from('PK\u0003\u0004');
/** Folders that are skipped. */
const foreignFolders = /^(?:\.git|\.obsidian|\.trash|\.venv|node_modules)$/i;

/** Opens a path or an address. A stream, such as standard input, may be given instead of a path. */
export async function openSource(given: string | AsyncIterable<Uint8Array>): Promise<Source> {
  if (typeof given !== 'string') return streamSource(given);
  if (/^postgres(?:ql)?:\/\//i.test(given)) {
    return {
      kind: 'postgres',
      path: given,
      async *files() {},
      progress: () => ({ bytes: 0 }),
      async close() {},
    };
  }
  try {
    const facts = await stat(given);
    if (facts.isDirectory()) return folderSource(given);
    if (facts.isFile() && (await beginsWith(given, zipMark))) return await openZip(given);
    // Pipes and other special files can be read only once.
    return facts.isFile() ? fileSource(given, facts) : streamSource(createReadStream(given));
  } catch (error) {
    throw unreadable(error, given);
  }
}

function fileSource(path: string, { size, mtime }: Stats): Source {
  const counted = { bytes: 0 };
  return {
    kind: 'file',
    path,
    async *files() {
      const changedAt = mtime.toISOString();
      yield { name: basename(path), path, changedAt, open: () => readFile(path, counted) };
    },
    progress: () => ({ ...counted, size }),
    async close() {},
  };
}

function streamSource(stream: AsyncIterable<Uint8Array>): Source {
  const counted = { bytes: 0 };
  return {
    kind: 'stream',
    path: '-',
    async *files() {
      yield {
        name: '-',
        async *open() {
          for await (const chunk of stream) {
            counted.bytes += chunk.length;
            yield chunk;
          }
        },
      };
    },
    progress: () => ({ ...counted }),
    async close() {},
  };
}

function folderSource(path: string): Source {
  const counted = { bytes: 0 };
  return {
    kind: 'folder',
    path,
    files: () => filesBelow(path, { above: '', counted }),
    progress: () => ({ ...counted }),
    async close() {},
  };
}

/** Sorted by name. Symbolic links are skipped, because they may lead anywhere, and in circles. */
async function* filesBelow(
  root: string,
  { above, counted }: { above: string; counted: { bytes: number } },
): AsyncGenerator<SourceFile> {
  const folder = join(root, above);
  const entries = await readdir(folder, { withFileTypes: true }).catch((error) => {
    throw unreadable(error, folder);
  });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = above === '' ? entry.name : `${above}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!foreignFolders.test(entry.name)) yield* filesBelow(root, { above: name, counted });
    } else if (entry.isFile()) {
      const file = join(root, name);
      const changedAt = (await stat(file)).mtime.toISOString();
      yield { name, path: file, changedAt, open: () => readFile(file, counted) };
    }
  }
}

async function* readFile(path: string, counted: { bytes: number }): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
      const bytes = chunk as Uint8Array;
      counted.bytes += bytes.length;
      yield bytes;
    }
  } catch (error) {
    throw unreadable(error, path);
  }
}

function unreadable(error: unknown, path: string): unknown {
  if (MnemeError.isInstance(error)) return error;
  const reasons: Record<string, string> = {
    ENOENT: 'there is no such file or folder',
    EACCES: 'it may not be read',
    ENOTDIR: 'a part of it is not a folder',
    ENAMETOOLONG: 'the name is too long',
  };
  const code = (error as NodeJS.ErrnoException).code;
  if (code === undefined) return error;
  const shown = path.length > 1000 ? `${path.slice(0, 1000)}…` : path;
  return new MnemeError('invalid_input', `file is "${shown}": ${reasons[code] ?? code}`, {
    field: 'file',
    cause: error,
  });
}
