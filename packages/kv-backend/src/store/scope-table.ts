import type { WordRange } from '@mneme/core/index';
import { bounded } from './bounded.ts';
import type { Connection } from './connection.ts';
import { damaged } from './damaged.ts';
import { newScopeNumber } from './row-numbers.ts';

export interface ScopeRow {
  number: number;
  name: string;
  record_count: number;
  term_total: number;
  next_row: number;
  /** Commits. */
  revision: number;
  /** JSON of {@link IndexState}. */
  state: string;
}

/** Tells whether an index in memory is up to date, and whether the file's own is complete. */
export interface IndexState {
  ranges: WordRange[];
  /** The last revision that changed words of ranges. */
  words: number;
  /** For each table: the XOR of the checksums of this scope's blocks. */
  sums: Record<string, number>;
}

export const scopeColumns = `number, ${bounded('name')}, record_count, term_total, next_row, revision, ${bounded('state')}`;

/** The scope of a fault: none for the passages of a document store, whose name no scope can have. */
export function scopeNamed(name: string): { scope?: string } {
  return name.startsWith('\u0001') ? {} : { scope: name };
}

export function findScope(connection: Connection, name: string): ScopeRow | undefined {
  return connection
    .statement<ScopeRow>(`SELECT ${scopeColumns} FROM scopes WHERE name = ?`)
    .get(name);
}

/** Of a scope, or of a document store. */
export function scopeOfNumber(connection: Connection, number: number): ScopeRow {
  const found = connection
    .statement<ScopeRow>(`SELECT ${scopeColumns} FROM scopes WHERE number = ?`)
    .get(BigInt(number));
  if (found === undefined) throw damaged(`scope number ${number}, which has rows but no name,`);
  return found;
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
    .statement(
      'UPDATE scopes SET record_count = ?, term_total = ?, next_row = ?, revision = ?, state = ? WHERE number = ?',
    )
    .run(
      scope.record_count,
      scope.term_total,
      scope.next_row,
      scope.revision,
      scope.state,
      scope.number,
    );
}
