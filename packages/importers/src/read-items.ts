import { detectFormat } from './detect-format.ts';
import type { ImportFormat } from './format-names.ts';
import { readers } from './formats/index.ts';
import type { Imported } from './imported.ts';
import type { ReadOptions } from './reader.ts';
import { openSource } from './sources/open-source.ts';
import type { Source } from './sources/source.ts';

/** An opened source, and its format. */
export interface OpenedImport {
  source: Source;
  format: ImportFormat;
}

/**
 * Opens a path, the address of a PostgreSQL database, or a stream. Without `from` the format is detected; a stream is
 * then JSONL. Close the source afterwards.
 */
export async function openImport(
  given: string | AsyncIterable<Uint8Array>,
  { from }: { from?: ImportFormat } = {},
): Promise<OpenedImport> {
  const source = await openSource(given);
  try {
    if (from !== undefined) return { source, format: from };
    return { source, format: source.kind === 'stream' ? 'jsonl' : await detectFormat(source) };
  } catch (error) {
    await source.close();
    throw error;
  }
}

/** The items of a source, one by one. */
export function readItems(
  source: Source,
  { format, ...options }: ReadOptions & { format: ImportFormat },
): AsyncIterable<Imported> {
  return readers[format](source, options);
}
