import { MnemeError } from '@mneme/core/contract';
import { node } from '../node.ts';

export function damaged(what: string): MnemeError {
  return new MnemeError(
    'damaged',
    `${what} is damaged in its file: what is stored is not what was written. Restore the file from a backup, or delete it and store it again`,
  );
}

/** Checksum of a content and its given hash, which a store of sealed texts cannot compute itself. */
export function contentChecksum(content: string, sha256: string): string {
  return node.crypto.hash('sha256', `${sha256}\n${content}`, 'base64');
}

interface StoredContent {
  content?: string | null;
  sha256: string | null;
  checksum: string | null;
}

/** The content of a row, if it is as written. */
export function intact({ content, sha256, checksum }: StoredContent, what: string): string {
  if (typeof content === 'string' && contentChecksum(content, sha256 ?? '') === checksum)
    return content;
  throw damaged(what);
}

/** The rows read; with `skips`, damaged ones are left out. */
export function unlessDamaged<T>(skips: boolean, read: () => T): T[] {
  try {
    return [read()];
  } catch (error) {
    if (skips && MnemeError.isInstance(error) && error.code === 'damaged') return [];
    throw error;
  }
}
