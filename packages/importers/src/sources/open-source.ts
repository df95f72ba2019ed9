import type { Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { boundedInput, openInput, pathError } from '@mneme/runtime';
import { beginsWith } from './is-sqlite.ts';
import { openZip } from './open-zip.ts';
import type { Source, SourceFile } from './source.ts';

const zipMark = Buffer.from('PK\u0003\u0004');
/** Folders that are skipped. */
const foreignFolders = /^(?:\.git|\.obsidian|\.trash|\.venv|node_modules)$/i;

/** Counts the bytes of a stream on their way, which has limits. */
type Counted = (stream: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

/** Opens a path or an address. A stream, such as standard input, may be given instead of a path. */
export async function openSource(
  given: string | AsyncIterable<Uint8Array>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Source> {
  const sourceOf = sourcesUntil(signal);
  const streamSource = (stream: AsyncIterable<Uint8Array>) =>
    sourceOf({ kind: 'stream', path: '-' }, async function* (counted) {
      yield { name: '-', open: () => counted(stream) };
    });
  if (typeof given !== 'string') return streamSource(given);
  if (/^postgres(?:ql)?:\/\//i.test(given))
    return sourceOf({ kind: 'postgres', path: given }, async function* () {});
  try {
    const facts = await stat(given);
    if (facts.isDirectory())
      return sourceOf({ kind: 'folder', path: given }, (counted) =>
        filesBelow(given, { above: '', counted }),
      );
    if (facts.isFile() && (await beginsWith(given, zipMark)))
      return await openZip(given, { signal });
    // Pipes and other special files can be read only once.
    if (!facts.isFile()) return streamSource(openInput(given));
    return sourceOf({ kind: 'file', path: given, size: facts.size }, async function* (counted) {
      yield fileOf({ name: basename(given), path: given, counted, mtime: facts.mtime });
    });
  } catch (error) {
    throw pathError(error, { path: given });
  }
}

function sourcesUntil(signal: AbortSignal | undefined) {
  return (
    { size, ...source }: Pick<Source, 'kind' | 'path'> & { size?: number },
    files: (counted: Counted) => AsyncIterable<SourceFile>,
  ): Source => {
    let bytes = 0;
    const counted: Counted = async function* (stream) {
      if (size !== undefined) bytes = 0; // The only file, which may be read several times.
      for await (const chunk of boundedInput(stream, { signal })) {
        bytes += chunk.length;
        yield chunk;
      }
    };
    return {
      ...source,
      files: () => files(counted),
      progress: () => ({ bytes, size }),
      async close() {},
    };
  };
}

/** Sorted by name. Symbolic links are skipped, because they may lead anywhere, and in circles. */
async function* filesBelow(
  root: string,
  { above, counted }: { above: string; counted: Counted },
): AsyncGenerator<SourceFile> {
  const folder = join(root, above);
  const entries = await readdir(folder, { withFileTypes: true }).catch((error) => {
    throw pathError(error, { path: folder });
  });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = above === '' ? entry.name : `${above}/${entry.name}`;
    const path = join(root, name);
    if (entry.isFile()) yield fileOf({ name, path, counted, mtime: (await stat(path)).mtime });
    else if (entry.isDirectory() && !foreignFolders.test(entry.name))
      yield* filesBelow(root, { above: name, counted });
  }
}

function fileOf({
  name,
  path,
  counted,
  mtime,
}: { name: string; path: string; counted: Counted } & Pick<Stats, 'mtime'>): SourceFile {
  const open = () => counted(openInput(path));
  return { name, path, changedAt: mtime.toISOString(), open };
}
