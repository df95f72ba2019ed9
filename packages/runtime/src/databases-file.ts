import { dirname } from 'node:path';
import { MnemeError } from '@mneme/core';
import { type FieldsOf, parseFields, parseFlag, parseObject, parseText } from '@mneme/core/input';
import { missingFile, pathError } from './missing-file.ts';
import { readKey } from './read-key.ts';
import { readSmallFile } from './read-small-file.ts';
import { wholeAddress, wholePath } from './whole-address.ts';

/** A database of a file that names several: see `docs/scaling.md`. */
export interface NamedDatabase {
  name: string;
  /** Address or path. */
  db: string;
  /** Where the data is, if `db` is only a search index. */
  rows?: string | undefined;
  /** False: no new scopes. Default: true. */
  newScopes?: boolean | undefined;
  /** The key of its SQLite file. Absent: it has that of all. */
  key?: string | undefined;
}

const maxBytes = 64 * 1024;

const fields = {
  db: parseText,
  rows: parseText,
  newScopes: parseFlag,
  keyFile: parseText,
} satisfies FieldsOf<Omit<NamedDatabase, 'name' | 'key'> & { keyFile: string }>;

/**
 * Reads databases by their names, the first one first. Paths in the file are relative to its folder. Throws
 * `invalid_input`, or `not_found` if there is no such file.
 */
export async function readDatabases(file: string): Promise<NamedDatabase[]> {
  const folder = dirname(file);
  const found: NamedDatabase[] = [];
  for (const [name, value] of Object.entries(parseFile(file))) {
    const given = parseFields(value, fields, { name: `databases ${name}` });
    if (given.db === undefined)
      throw new MnemeError(
        'invalid_input',
        `${file}: ${name} has no db, the address of the database`,
        {
          field: 'databases',
        },
      );
    const keyFile = given.keyFile && wholePath(given.keyFile, folder);
    found.push({
      name,
      db: wholeAddress(given.db, folder),
      rows: given.rows && wholeAddress(given.rows, folder),
      newScopes: given.newScopes,
      key: keyFile && (await readKey({ keyFile })),
    });
  }
  return found;
}

function parseFile(file: string): object {
  try {
    return parseObject(JSON.parse(readSmallFile(file, maxBytes)), 'databases');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw missingFile(file);
    if (error instanceof SyntaxError || MnemeError.isInstance(error))
      throw new MnemeError(
        'invalid_input',
        `${file} must be JSON such as {"main": {"db": "main.db"}, "second": {"db": "postgres://mneme@two/mneme"}}: ${error.message}`,
        { field: 'db', cause: error },
      );
    throw pathError(error, { path: file, field: 'db' });
  }
}
