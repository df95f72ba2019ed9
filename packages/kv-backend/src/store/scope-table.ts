import type { Connection } from './connection.ts';
import { newScopeNumber } from './row-numbers.ts';

export interface ScopeRow {
  number: number;
  record_count: number;
  term_total: number;
  next_row: number;
}

const columns = 'number, record_count, term_total, next_row';

export function findScope(connection: Connection, name: string): ScopeRow | undefined {
  return connection.statement<ScopeRow>(`SELECT ${columns} FROM scopes WHERE name = ?`).get(name);
}

export function findOrCreateScope(connection: Connection, name: string): ScopeRow {
  const found = findScope(connection, name);
  if (found !== undefined) return found;
  const number = newScopeNumber(connection);
  connection.statement('INSERT INTO scopes (number, name) VALUES (?, ?)').run(BigInt(number), name);
  return findScope(connection, name) as ScopeRow;
}

export function saveScope(connection: Connection, scope: ScopeRow): void {
  connection
    .statement('UPDATE scopes SET record_count = ?, term_total = ?, next_row = ? WHERE number = ?')
    .run(scope.record_count, scope.term_total, scope.next_row, scope.number);
}
