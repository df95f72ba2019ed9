import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { MnemeError } from '@mneme/core/contract';

const magic = Buffer.from('d9d505f920a163d7', 'hex');

/**
 * Refuses what SQLite would do with a rollback journal (`-journal`) beside a file that somebody else made: one that
 * ends with the name of another file makes SQLite remove that file when it has rolled back. Mneme makes no such
 * journal. `readOnly`: also refuses one that would be rolled back, since that changes the file. Format:
 * https://sqlite.org/fileformat2.html#rollbackjournal
 */
export function checkJournal(path: string, { readOnly }: { readOnly: boolean }): void {
  const [first, last] = endsOf(`${path}-journal`);
  if (last?.equals(magic))
    throw refused(path, 'names another file, which SQLite would remove', 'move the journal away');
  if (readOnly && first?.equals(magic))
    throw refused(
      path,
      'has an unfinished write, and undoing it would change the file',
      'open the store once, or move the journal away',
    );
}

/** The first and the last bytes. No process has SQLite's locks on a journal, so it may be closed. */
function endsOf(journal: string): (Buffer | undefined)[] {
  let file: number;
  try {
    file = openSync(journal, 'r');
  } catch {
    // There is none, or SQLite cannot read it either.
    return [];
  }
  try {
    const { size } = fstatSync(file);
    return [0, size - magic.length].map((at) => {
      const bytes = Buffer.alloc(magic.length);
      return at >= 0 && readSync(file, bytes, 0, bytes.length, at) === bytes.length
        ? bytes
        : undefined;
    });
  } finally {
    closeSync(file);
  }
}

function refused(path: string, problem: string, advice: string): MnemeError {
  return new MnemeError(
    'damaged',
    `the journal of ${path} (${path}-journal) ${problem}: ${advice}`,
    {
      field: 'path',
    },
  );
}
