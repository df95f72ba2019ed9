import { MnemeError } from '@mneme/core/contract';

/** `what`: the memory or document, as a subject. `cause`: the server's error, if it has found the damage. */
export function damaged(what: string, cause?: MnemeError): MnemeError {
  return new MnemeError(
    'damaged',
    `${what} is damaged in the database: what is stored is not what was written. Restore it from a backup, or delete it and store it again; mneme db doctor finds all that is damaged`,
    { cause: cause?.cause },
  );
}

export const damagedMemory = (id: string, cause?: MnemeError) => damaged(`the memory ${id}`, cause);

/**
 * The first record of a scope that the server cannot read, found by halving; undefined: it can read them all. `look` runs a
 * statement whose first parameter is the scope.
 */
export async function findDamaged(
  look: <Row>(sql: string, parameters: readonly unknown[]) => Promise<Row[]>,
): Promise<string | undefined> {
  // A hash reads all of a text, also what lies outside of its row.
  const isRead = (from: number, to: number) =>
    look(
      `SELECT max(hashtext(r.record)), max(hashtext(r.terms)), max(md5(v.code)), max(md5(v.rest))
       FROM records r LEFT JOIN vectors v ON v.scope = r.scope AND v.number = r.number
       WHERE r.scope = $1 AND r.number BETWEEN $2 AND $3`,
      [from, to],
    ).then(
      () => true,
      () => false,
    );
  const [scope] = await look<{ last: number }>(
    'SELECT next_number - 1 AS last FROM scopes WHERE scope = $1',
    [],
  );
  let [from, to] = [0, scope?.last ?? -1];
  if (from > to || (await isRead(from, to))) return undefined;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (await isRead(from, middle)) from = middle + 1;
    else to = middle;
  }
  const [row] = await look<{ id: string }>(
    'SELECT id FROM records WHERE scope = $1 AND number = $2',
    [from],
  );
  return row?.id;
}

/** The result of the read, or another one if something that it reads is damaged. */
export async function unlessDamaged<Found, Instead>(
  reading: Promise<Found>,
  instead: (error: MnemeError) => Instead,
): Promise<Found | Awaited<Instead>> {
  try {
    return await reading;
  } catch (error) {
    if (MnemeError.isInstance(error) && error.code === 'damaged') return await instead(error);
    throw error;
  }
}
