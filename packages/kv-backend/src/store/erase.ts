import type { AuditEntry, ErasureCheck, ErasureProof } from '@mneme/core/contract';
import { eraseDocuments } from '../documents/erase.ts';
import { emptyLines, type LinesToErase, linesToErase, noteErasure } from './audit-chain.ts';
import type { Connection } from './connection.ts';
import { damaged } from './damaged.ts';
import { type Erasure, runningErasures, saveErasures, takeName } from './erasures.ts';
import { idKey } from './ids.ts';
import { markRemoval, settleRemovals } from './remains.ts';
import { rowRange } from './row-numbers.ts';
import { findScope } from './scope-table.ts';
import { allSpaces, codesTable } from './spaces.ts';

/** About how long one step has the write lock. */
const stepMs = 15;
/** Number of records and audit lines of a scope that take about 20 ms. */
const smallErasure = 500;
/** Rows that are removed between two checks of the clock. */
const rowsAtOnce = 64;

/** What one step passes to the next one. */
interface Begun {
  erasure: Erasure;
  /** Another call began it, and was killed or is still running. */
  joined: boolean;
}

export interface EraseStep {
  /** There is more to do. If `erased` is absent too: the next step begins an erasure. */
  begun?: Begun;
  erased?: { records: number; proof: ErasureProof };
}

/** One step of an erasure. The caller lets others write before the next step, and passes it this result. */
export function erase(
  connection: Connection,
  scope: string,
  receipt: AuditEntry,
  given?: Begun,
): EraseStep {
  const isOfScope = (erasure: Erasure) => erasure.scope === scope;
  // Without the write lock, because there may be many.
  const lines = connection.read(() =>
    given !== undefined || runningErasures(connection).some(isOfScope)
      ? undefined
      : linesToErase(connection, scope),
  );
  const step = connection.write((): EraseStep => {
    const known = runningErasures(connection).find(isOfScope);
    // Another call that joined the erasure was faster.
    if (given !== undefined && known?.audit.line !== given.erasure.audit.line)
      return { erased: proven(connection, given.erasure) };
    const joined = given?.joined ?? known !== undefined;
    const erasure = known ?? begin(connection, scope, { receipt, lines });
    const until = isSmall(erasure) ? Number.POSITIVE_INFINITY : performance.now() + stepMs;
    if (!removeSome(connection, erasure, until)) return { begun: { erasure, joined } };
    const erased = finish(connection, erasure);
    const isNew = joined && hasContent(connection, scope);
    return isNew ? {} : { erased };
  });
  if (step.erased !== undefined) settleRemovals(connection);
  return step;
}

/** In one step: all of it, or, on a full disk, nothing. */
function isSmall({ records, counts }: Erasure): boolean {
  return records + counts.auditLines <= smallErasure;
}

/** Finishes all unfinished erasures, in one step each. */
export function finishErasures(connection: Connection): void {
  for (const erasure of runningErasures(connection)) {
    removeSome(connection, erasure, Number.POSITIVE_INFINITY);
    finish(connection, erasure);
  }
}

function begin(
  connection: Connection,
  scopeName: string,
  { receipt, lines }: { receipt: AuditEntry; lines: LinesToErase | undefined },
): Erasure {
  const scope = findScope(connection, scopeName);
  const { stores, documents, versions, partitions } = eraseDocuments(connection, scopeName);
  const records = scope?.record_count ?? 0;
  const erasure: Erasure = {
    scope: scopeName,
    records,
    number: scope?.number,
    partitions,
    documents: documentsLeft(connection, scopeName, partitions),
    ...noteErasure(connection, scopeName, {
      receipt,
      counts: { records, stores, documents, versions },
      lines,
    }),
  };
  if (scope !== undefined) takeName(connection, scope.number);
  saveErasures(connection, [...runningErasures(connection), erasure]);
  markRemoval(connection);
  return erasure;
}

/** Whether nothing is left. */
function removeSome(connection: Connection, erasure: Erasure, until: number): boolean {
  const hasTime = () => performance.now() < until;
  for (let more = true; more; )
    if (!hasTime()) return false;
    else more = emptyLines(connection, erasure, rowsAtOnce);
  if (erasure.number === undefined) return true;
  for (const { sql, parameters } of removals(connection, erasure.number)) {
    const statement = connection.statement(sql);
    for (let more = true; more; )
      if (!hasTime()) return false;
      else more = statement.run(...parameters).changes > 0;
  }
  return true;
}

/** Removes some rows from each table that has rows of a scope. */
function removals(
  connection: Connection,
  scope: number,
): { sql: string; parameters: readonly bigint[] }[] {
  const some = (table: string, where: string, rows = rowsAtOnce) =>
    `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE ${where} LIMIT ${rows})`;
  const ofScope = [BigInt(scope)];
  const blocksAtOnce = rowsAtOnce / 8;
  return [
    ...[
      'heads',
      'words',
      ...allSpaces(connection.spaces).map(({ table }) => codesTable(table)),
    ].map((table) => ({ sql: some(table, 'scope = ?', blocksAtOnce), parameters: ofScope })),
    ...allSpaces(connection.spaces).map(({ table }) => ({
      sql: some(table, 'row BETWEEN ? AND ?'),
      parameters: rowRange(scope),
    })),
    {
      sql: `DELETE FROM record_facets WHERE (scope, facet, row) IN
        (SELECT scope, facet, row FROM record_facets WHERE scope = ? LIMIT ${rowsAtOnce})`,
      parameters: ofScope,
    },
    { sql: some('records', 'scope = ?'), parameters: ofScope },
  ];
}

function finish(connection: Connection, erasure: Erasure): NonNullable<EraseStep['erased']> {
  if (erasure.number !== undefined)
    connection.statement('DELETE FROM scopes WHERE number = ?').run(BigInt(erasure.number));
  saveErasures(
    connection,
    runningErasures(connection).filter(({ audit }) => audit.line !== erasure.audit.line),
  );
  markRemoval(connection);
  return proven(connection, erasure);
}

function hasContent(connection: Connection, scope: string): boolean {
  const store = connection.column('SELECT 1 FROM document_stores WHERE scope = ?').get(scope);
  return store !== undefined || findScope(connection, scope) !== undefined;
}

/** Searches every table for remaining rows of it. Inside the transaction of the last step. */
function proven(connection: Connection, erasure: Erasure): NonNullable<EraseStep['erased']> {
  const { records, counts, audit } = erasure;
  const checks = whatIsLeft(connection, erasure);
  const left = checks.find((check) => check.left > 0);
  if (left !== undefined)
    throw damaged(`the scope, of which ${left.left} ${left.what} are left after its erasure,`);
  return { records, proof: { counts, checks, audit } };
}

const how = 'counted in the file once it was removed';

function whatIsLeft(connection: Connection, erasure: Erasure): ErasureCheck[] {
  const { scope, number, partitions, documents, audit } = erasure;
  const count = counter(connection);
  const gone = number === undefined ? partitions : [...partitions, number];
  const ofNumbers = (sql: (number: number) => number) =>
    gone.reduce((sum, each) => sum + sql(each), 0);
  const vectors = allSpaces(connection.spaces);
  return [
    { what: 'records', how, left: ofNumbers((number) => count('records WHERE scope = ?', number)) },
    { what: 'words', how, left: ofNumbers((number) => count('words WHERE scope = ?', number)) },
    {
      what: 'vectors',
      how,
      left: ofNumbers((number) =>
        vectors.reduce(
          (sum, { table }) =>
            sum +
            count(`${table} WHERE row BETWEEN ? AND ?`, ...rowRange(number)) +
            count(`${codesTable(table)} WHERE scope = ?`, number),
          count('heads WHERE scope = ?', number),
        ),
      ),
    },
    {
      what: 'tags and fields to find by',
      how,
      left: ofNumbers((number) => count('record_facets WHERE scope = ?', number)),
    },
    ...documents,
    {
      what: 'audit lines',
      how,
      left: count('audit WHERE scope = ? AND erased_by IS NULL AND number < ?', scope, audit.line),
    },
  ];
}

function documentsLeft(
  connection: Connection,
  scope: string,
  partitions: readonly number[],
): ErasureCheck[] {
  const count = counter(connection);
  const passages = partitions.reduce(
    (sum, each) => sum + count('document_chunks WHERE row BETWEEN ? AND ?', ...rowRange(each)),
    0,
  );
  return [
    { what: 'passages of documents', how, left: passages },
    { what: 'stores of documents', how, left: count('document_stores WHERE scope = ?', scope) },
    {
      what: 'versions of documents',
      how,
      left: count(
        'document_versions v WHERE NOT EXISTS (SELECT 1 FROM document_stores s WHERE s.number = v.store)',
      ),
    },
  ];
}

function counter(connection: Connection): (sql: string, ...parameters: unknown[]) => number {
  return (sql, ...parameters) =>
    connection.column<number>(`SELECT count(*) FROM ${sql}`).get(...parameters) ?? 0;
}

export function touch(
  connection: Connection,
  scopeName: string,
  ids: readonly string[],
  at: string,
): void {
  connection.write(() => {
    const scope = findScope(connection, scopeName);
    if (scope === undefined) return;
    for (const id of ids) {
      connection
        .statement(
          'UPDATE records SET access_count = access_count + 1, last_accessed_at = ? WHERE scope = ? AND id = ?',
        )
        .run(at, scope.number, idKey(id));
    }
  });
}
