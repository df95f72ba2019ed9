import assert from 'node:assert/strict';
import { MnemeError, type MnemeErrorCode } from '@mneme/core/backend';
import type { Cell, Question, Row, Rows } from '@mneme/store/rows';

/** Puts rows of one table. */
export async function put(rows: Rows, table: string, ...given: Row[]): Promise<void> {
  assert.equal(await rows.write(undefined, { put: { [table]: given } }), true);
}

/** The answer to one question of all scopes. */
export async function ask(rows: Rows, question: Question): Promise<Row[]> {
  const answers = await rows.read(undefined, [question]);
  assert.equal(answers.length, 1, 'one question has one answer');
  return plain(answers[0] ?? []);
}

/** All rows of a table, in the order of its key. */
export const all = (rows: Rows, table: string) => ask(rows, { table, is: [] });

/** The values of one column in an answer. */
export async function column(rows: Rows, name: string, question: Question): Promise<Cell[]> {
  return (await ask(rows, { ...question, columns: [name] })).map((row) => row[name] ?? null);
}

/** Rows without what drivers may choose: prototypes, subclasses of Uint8Array, the sign of 0. */
export function plain(rows: readonly Row[]): Row[] {
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        value instanceof Uint8Array ? Uint8Array.from(value) : value === 0 ? 0 : value,
      ]),
    ),
  );
}

export async function assertRejects(
  call: Promise<unknown>,
  code: MnemeErrorCode,
  message?: string,
): Promise<void> {
  const outcome = await call.then(
    () => 'resolved',
    (error: unknown) => error,
  );
  assert.ok(
    MnemeError.isInstance(outcome),
    `${message ?? 'the call'}: ${outcome} in place of a MnemeError ${code}`,
  );
  assert.equal(outcome.code, code, message ?? outcome.message);
}
