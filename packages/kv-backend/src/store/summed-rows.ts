import type { DocumentSummary, DocumentVersion, StoredKey, StoreInfo } from '@mneme/core/contract';
import { node } from '../node.ts';
import type { Connection } from './connection.ts';
import { damaged } from './damaged.ts';
import { exactNumber } from './row-numbers.ts';

/**
 * The tables whose rows have a checksum: the columns that it covers, in its order, with the field that each stores.
 * Reading a row changes none of them.
 */
const tables = {
  document_stores: {
    id: 'id',
    scope: 'scope',
    name: 'name',
    description: 'description',
    metadata: 'metadata',
    version: 'version',
    created_at: 'createdAt',
    updated_at: 'updatedAt',
    archived_at: 'archivedAt',
  },
  documents: {
    id: 'id',
    path: 'path',
    sha256: 'contentSha256',
    size_bytes: 'contentSizeBytes',
    version_id: 'versionId',
    created_at: 'createdAt',
    updated_at: 'updatedAt',
  },
  document_versions: {
    id: 'id',
    document: 'documentId',
    document_number: 'number',
    operation: 'operation',
    created_at: 'createdAt',
    actor_type: 'actorType',
    actor_id: 'actorId',
    path: 'path',
    sha256: 'contentSha256',
    size_bytes: 'contentSizeBytes',
    redacted_at: 'redactedAt',
    redactor_type: 'redactorType',
    redactor_id: 'redactorId',
  },
  api_keys: {
    id: 'id',
    hash: 'hash',
    scope: 'scope',
    access: 'access',
    created_at: 'createdAt',
    revoked_at: 'revokedAt',
  },
} as const;

/** The values that the rows store, without what is stored elsewhere. */
interface Values {
  document_stores: Omit<StoreInfo, 'metadata'> & { metadata: string };
  documents: Omit<DocumentSummary, 'storeId'>;
  document_versions: Omit<DocumentVersion, 'storeId' | 'content' | 'createdBy' | 'redactedBy'> & {
    actorType?: string;
    actorId?: string;
    redactorType?: string;
    redactorId?: string;
  };
  api_keys: StoredKey;
}

type Table = keyof typeof tables;
type Stored<Value> = undefined extends Value ? Exclude<Value, undefined> | null : Value;

/** A row of one of the tables: absent fields are NULL. */
export type SummedRow<Name extends Table> = {
  -readonly [Column in keyof (typeof tables)[Name]]: (typeof tables)[Name][Column] extends keyof Values[Name]
    ? Stored<Values[Name][(typeof tables)[Name][Column]]>
    : never;
} & { row_sum: string };

/** The columns that the checksum covers. */
export const summedColumns = (table: Table) => Object.keys(tables[table]);

/** A value as a row with its checksum. */
export function rowOf<Name extends Table>(table: Name, value: Values[Name]): SummedRow<Name> {
  const values = value as unknown as Readonly<Record<string, unknown>>;
  const columns = Object.entries(tables[table]).map(([column, field]) => [
    column,
    values[field] ?? null,
  ]);
  return withSum(table, Object.fromEntries(columns));
}

/** A row with the checksum of its columns. */
export function withSum<Row extends object>(table: Table, row: Row): Row & { row_sum: string } {
  const values = row as Readonly<Record<string, unknown>>;
  const summed = JSON.stringify(summedColumns(table).map((column) => values[column] ?? null));
  return { ...row, row_sum: node.crypto.hash('sha256', summed, 'base64') };
}

/** The value of a row. Throws `damaged` if the row is not what was written. */
export function intactValue<Name extends Table>(
  table: Name,
  row: SummedRow<Name>,
  what: string,
): Values[Name] {
  if (withSum(table, row).row_sum !== row.row_sum) throw damaged(what);
  const values = row as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(tables[table])
      .map(([column, field]) => [field, values[column]])
      .filter(([, value]) => value !== null),
  ) as unknown as Values[Name];
}

/** Returns the number of the new row. */
export function insertRow(connection: Connection, table: Table, row: object): number {
  const columns = Object.keys(row);
  const number = connection
    .column<number>(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')}) RETURNING number`,
    )
    .get(...Object.values(row));
  return exactNumber(connection, number);
}

/** Changes these columns of the row with this number. */
export function updateRow(
  connection: Connection,
  table: Table,
  { number, ...row }: { number: number },
): void {
  const columns = Object.keys(row).map((column) => `${column} = ?`);
  connection
    .statement(`UPDATE ${table} SET ${columns.join(', ')} WHERE number = ?`)
    .run(...Object.values(row), number);
}
