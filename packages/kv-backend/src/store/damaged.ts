import { hash } from 'node:crypto';
import { MnemeError } from '@mneme/core/contract';

export function damaged(what: string): MnemeError {
  return new MnemeError(
    'damaged',
    `${what} is damaged in its file: what is stored is not what was written. Restore the file from a backup, or delete it and store it again`,
  );
}

/** A content, if it is still the one that the hash was made of. */
export function intact(
  content: string | undefined,
  { sha256, what }: { sha256: string | null; what: string },
): string {
  if (content !== undefined && hash('sha256', content) === sha256) return content;
  throw damaged(what);
}
