import { type Batch, isScoped, type Question, type Table, type Tables } from '@mneme/store/rows';
import type { Query } from '../connection.ts';

/**
 * What a write holds until its end, so that writes are as if one came after the other, and what it expects is compared
 * with what the one before has left. A scope is locked as a whole by who writes in it, and a table without scopes by who
 * changes it; who only expects something of such a table shares its lock. All take locks in the same order.
 */
export interface Lock {
  of: 'table' | 'scope';
  name: string;
  shared: boolean;
}

/** With more than so many scopes, or rows of all, a write locks out all others. */
const mostScopes = 100;

/** Undefined: no other write may run meanwhile. */
export function locksOf(batch: Batch, tables: Tables): Lock[] | undefined {
  const { expect = [], remove = {}, put = {}, patch = [] } = batch;
  const scopes = new Set<unknown>();
  const changed = new Set<string>();
  const expected = new Set<string>();
  const touch = (table: string, first: unknown, found = changed) => {
    if (isScoped(tables[table] as Table)) scopes.add(first);
    else found.add(table);
  };
  for (const { table, key } of expect) touch(table, key[0], expected);
  for (const [table, lists] of Object.entries(remove))
    for (const [first] of lists) touch(table, first);
  for (const [table, rows] of Object.entries(put)) for (const row of rows) touch(table, row.scope);
  for (const { table, key } of patch) touch(table, key[0]);
  if (scopes.has(undefined) || scopes.size > mostScopes) return undefined;
  return inOrder([
    ...[...changed].map((name): Lock => ({ of: 'table', name, shared: false })),
    ...[...expected]
      .filter((name) => !changed.has(name))
      .map((name): Lock => ({ of: 'table', name, shared: true })),
    ...[...scopes].map((name): Lock => ({ of: 'scope', name: String(name), shared: false })),
  ]);
}

/** What keeps the answers to questions about a scope from changing until the write that follows. */
export function locksToRead(
  scope: string,
  { questions, tables }: { questions: readonly Question[]; tables: Tables },
): Lock[] {
  const asked = new Set(questions.map(({ table }) => table));
  const shared = [...asked].filter((table) => !isScoped(tables[table] as Table));
  return inOrder([
    ...shared.map((name): Lock => ({ of: 'table', name, shared: true })),
    { of: 'scope', name: scope, shared: false },
  ]);
}

/** Waits for the locks that are not held. */
export async function takeLocks(
  query: Query,
  locks: readonly Lock[],
  { schema, held = [] }: { schema: string; held?: readonly Lock[] },
): Promise<void> {
  const taken = locks.filter(
    (lock) =>
      !held.some(
        ({ of, name, shared }) => of === lock.of && name === lock.name && (lock.shared || !shared),
      ),
  );
  if (taken.length === 0) return;
  await query(
    `SELECT CASE WHEN shared THEN pg_advisory_xact_lock_shared(hashtextextended(name, 0))::text
       ELSE pg_advisory_xact_lock(hashtextextended(name, 0))::text END
     FROM unnest($1::text[], $2::boolean[]) AS l (name, shared)`,
    [
      taken.map(({ of, name }) => `mneme ${of} ${schema} ${name}`),
      taken.map(({ shared }) => shared),
    ],
  );
}

const inOrder = (locks: Lock[]) =>
  locks.sort((one, other) => {
    if (one.of !== other.of) return one.of === 'table' ? -1 : 1;
    return one.name < other.name ? -1 : 1;
  });
