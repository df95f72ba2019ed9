import { crc32 } from 'node:zlib';
import { MnemeError } from '@mneme/core';
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl';
import type { Source } from './source.ts';

/** Text usually shrinks to a tenth; a ratio of two hundred is suspicious. */
const largestRatio = 200;
/** Smaller files are safe at any ratio. */
const harmlessBytes = 8 * 1024 * 1024;
const maxEntries = 500_000;
const readable = /\.(?:json|jsonl|md|markdown|af)$/i;
/** Notion sends an archive of archives. An inner one is read into memory. */
const archive = /\.zip$/i;
const largestInner = 256 * 1024 * 1024;

/** A zip archive, whose entries are streamed and never written to disk. */
export async function openZip(
  path: string,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Source> {
  const zip = await openPromise(path, { autoClose: false }).catch((cause: unknown) => {
    throw wrongZip(path, cause);
  });
  try {
    const entries = await entriesWithin(zip, path);
    const size = entries.reduce((sum, { entry }) => sum + entry.compressedSize, 0);
    let before = 0;
    let bytes = 0;
    return {
      kind: 'zip',
      path,
      async *files() {
        before = 0;
        for (const { zip, entry } of entries) {
          const { fileName: name, compressedSize, uncompressedSize } = entry;
          yield {
            name,
            changedAt: entry.getLastModDate({ timezone: 'UTC' }).toISOString(),
            async *open() {
              let read = 0;
              for await (const chunk of contentOf(zip, { entry, path })) {
                signal?.throwIfAborted();
                read += chunk.length;
                bytes = before + (compressedSize * read) / uncompressedSize;
                yield chunk;
              }
            },
          };
          before += compressedSize;
        }
      },
      progress: () => ({ bytes: Math.round(bytes), size }),
      async close() {
        zip.close();
      },
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

interface Part {
  /** The archive that it is in. */
  zip: ZipFile;
  entry: Entry;
}

/** The entries of an archive and of the archives in it. */
async function entriesWithin(zip: ZipFile, path: string): Promise<Part[]> {
  const parts: Part[] = [];
  let inner = 0;
  for (const entry of await entriesOf(zip, path)) {
    if (readable.test(entry.fileName)) {
      parts.push({ zip, entry });
      continue;
    }
    inner += entry.uncompressedSize;
    if (inner > largestInner)
      throw wrongZip(
        path,
        `the archives in it have more than ${largestInner} bytes: unpack it and give the folder`,
      );
    const where = `${path}, ${entry.fileName}`;
    const chunks: Uint8Array[] = [];
    for await (const chunk of contentOf(zip, { entry, path })) chunks.push(chunk);
    const within = await fromBufferPromise(Buffer.concat(chunks)).catch((cause: unknown) => {
      throw wrongZip(where, cause);
    });
    for (const each of await entriesOf(within, where))
      if (readable.test(each.fileName)) parts.push({ zip: within, entry: each });
  }
  return parts.sort((a, b) => (a.entry.fileName < b.entry.fileName ? -1 : 1));
}

/** Entries that may have memories, with limits on their number and total size. */
async function entriesOf(zip: ZipFile, path: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  let unpacked = 0;
  if (zip.entryCount > maxEntries)
    throw wrongZip(path, `it has ${zip.entryCount} entries; at most ${maxEntries} are read`);
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName } = entry;
      if (!readable.test(fileName) && !archive.test(fileName)) continue;
      if (/(?:^|\/)__MACOSX\//.test(fileName)) continue;
      entries.push(entry);
      unpacked += entry.uncompressedSize;
    }
  } catch (cause) {
    throw wrongZip(path, cause);
  }
  if (unpacked > harmlessBytes && unpacked > zip.fileSize * largestRatio)
    throw wrongZip(
      path,
      `its ${zip.fileSize} bytes unpack to ${unpacked}, more than ${largestRatio} times as much`,
    );
  return entries;
}

async function* contentOf(
  zip: ZipFile,
  { entry, path }: { entry: Entry; path: string },
): AsyncGenerator<Uint8Array> {
  let sum = 0;
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      sum = crc32(chunk as Buffer, sum);
      yield chunk as Buffer;
    }
  } catch (cause) {
    throw wrongZip(path, cause);
  }
  if (sum !== entry.crc32) throw wrongZip(path, `${entry.fileName} is damaged`);
}

function wrongZip(path: string, cause: unknown): MnemeError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new MnemeError('invalid_input', `"${path}" cannot be read as a zip archive: ${why}`, {
    field: 'file',
    ...(cause instanceof Error ? { cause } : {}),
  });
}
