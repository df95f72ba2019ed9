import {
  type AuditEntry,
  comparePaths,
  type DocumentKey,
  type DocumentSummary,
  type DocumentUsage,
  type DocumentVersion,
  type EmbedderIdentity,
  MnemeError,
  type PreparedChunk,
  type StoreInfo,
} from '@mneme/core/contract';

export interface LiveDocument {
  summary: DocumentSummary;
  content: string;
  chunks: readonly PreparedChunk[];
  lastReadAt?: string;
}

export interface StoreRow {
  info: StoreInfo;
  number: number;
  /** By id. */
  documents: Map<string, LiveDocument>;
  /** In the order in which they were written. */
  versions: { number: number; version: DocumentVersion }[];
  /** Time of the last write in it. */
  changedAt: string;
}

/** Everything in plain collections. Two backends over one of these act as two connections to one database. */
export class InMemoryDocuments {
  readonly stores = new Map<string, StoreRow>();
  audit: AuditEntry[] = [];
  embedder: EmbedderIdentity | undefined;
  nextNumber = 1;

  storesOf(scope: string | undefined): StoreRow[] {
    return [...this.stores.values()].filter(
      ({ info }) => scope === undefined || info.scope === scope,
    );
  }

  find(scope: string, storeId: string): StoreRow | undefined {
    const row = this.stores.get(storeId);
    return row?.info.scope === scope ? row : undefined;
  }

  /** The oldest unarchived store of that name. */
  named(scope: string, name: string): StoreRow | undefined {
    return this.storesOf(scope).find(
      ({ info }) => info.name === name && info.archivedAt === undefined,
    );
  }

  require({ scope, storeId }: { scope: string; storeId: string }): StoreRow {
    const row = this.find(scope, storeId);
    if (row !== undefined) return row;
    throw new MnemeError('not_found', `There is no store ${storeId} in this scope.`);
  }

  usage(scope: string): DocumentUsage {
    const stores = this.storesOf(scope);
    const bytes = stores
      .flatMap(({ versions }) => versions)
      .reduce((sum, { version }) => sum + (version.contentSizeBytes ?? 0), 0);
    return { documents: stores.flatMap(byPath).length, bytes };
  }
}

export function byPath({ documents }: StoreRow): LiveDocument[] {
  return [...documents.values()].sort((a, b) => comparePaths(a.summary.path, b.summary.path));
}

export function findDocument(row: StoreRow, key: DocumentKey): LiveDocument | undefined {
  if ('id' in key) return row.documents.get(key.id);
  return [...row.documents.values()].find(({ summary }) => summary.path === key.path);
}
