import type { Connection } from './connection.ts';

export interface ScopeRow {
  number: number;
  revision: number;
  record_count: number;
  term_total: number;
  next_row: number;
}

const revisionFloor = 'revision_floor';

/** Numbers that a scope has had must not come back when it is erased and filled again. */
export function raiseRevisionFloor(connection: Connection, revision: number): void {
  connection
    .statement(
      `INSERT INTO meta (key, value) VALUES (?, ?)
       ON CONFLICT (key) DO UPDATE SET value = max(cast(value AS INTEGER), cast(excluded.value AS INTEGER))`,
    )
    .run(revisionFloor, String(revision));
}

const columns = 'number, revision, record_count, term_total, next_row';

export function findScope(connection: Connection, name: string): ScopeRow | undefined {
  return connection.statement<ScopeRow>(`SELECT ${columns} FROM scopes WHERE name = ?`).get(name);
}

export function findOrCreateScope(connection: Connection, name: string): ScopeRow {
  const found = findScope(connection, name);
  if (found !== undefined) return found;
  connection
    .statement(
      `INSERT INTO scopes (name, revision) VALUES (?, coalesce((SELECT value FROM meta WHERE key = '${revisionFloor}'), 0))`,
    )
    .run(name);
  return findScope(connection, name) as ScopeRow;
}

export function saveScope(connection: Connection, scope: ScopeRow): void {
  connection
    .statement(
      'UPDATE scopes SET revision = ?, record_count = ?, term_total = ?, next_row = ? WHERE number = ?',
    )
    .run(scope.revision, scope.record_count, scope.term_total, scope.next_row, scope.number);
}
