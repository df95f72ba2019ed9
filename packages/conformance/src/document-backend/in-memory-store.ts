import {
  type AuditEntry,
  comparePaths,
  type DocumentSummary,
  type DocumentVersion,
  type EmbedderIdentity,
  MnemeError,
  type PreparedChunk,
  pathsConflict,
  type StoreInfo,
} from '@mneme/core';

export interface LiveDocument {
  id: string;
  path: string;
  content: string;
  sha256: string;
  sizeBytes: number;
  versionId: string;
  createdAt: string;
  updatedAt: string;
  lastReadAt?: string;
  chunks: readonly PreparedChunk[];
}

export interface StoreRow {
  info: StoreInfo;
  number: number;
  documents: Map<string, LiveDocument>;
  /** In the order in which they were written. */
  versions: { number: number; version: DocumentVersion }[];
  changedAt: string;
}

/** Everything in plain collections. Two backends over one of these act as two connections to one database. */
export class InMemoryDocuments {
  stores = new Map<string, StoreRow>();
  audit: AuditEntry[] = [];
  embedder: EmbedderIdentity | undefined;
  nextNumber = 1;

  storesOf(scope: string): StoreRow[] {
    return [...this.stores.values()].filter(({ info }) => info.scope === scope);
  }

  find(scope: string, storeId: string): StoreRow | undefined {
    const row = this.stores.get(storeId);
    return row?.info.scope === scope ? row : undefined;
  }

  require(scope: string, storeId: string): StoreRow {
    const row = this.find(scope, storeId);
    if (row !== undefined) return row;
    throw new MnemeError('not_found', `There is no store ${storeId} in this scope.`);
  }

  totals(scope: string): { documents: number; bytes: number } {
    const documents = this.storesOf(scope).flatMap((row) => [...row.documents.values()]);
    return {
      documents: documents.length,
      bytes: documents.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    };
  }

  /** All or nothing: what `work` changed is undone where it throws. */
  transaction<T>(work: () => T): T {
    const before = structuredClone({ stores: this.stores, audit: this.audit });
    try {
      return work();
    } catch (error) {
      this.stores = before.stores;
      this.audit = before.audit;
      throw error;
    }
  }
}

export function byPath(row: StoreRow): LiveDocument[] {
  return [...row.documents.values()].sort((a, b) => comparePaths(a.path, b.path));
}

export function atPath(row: StoreRow, path: string): LiveDocument | undefined {
  return byPath(row).find((document) => document.path === path);
}

export function inTheWay(
  row: StoreRow,
  { path, but }: { path: string; but?: string },
): { id: string; path: string } | undefined {
  const found = byPath(row).find(
    (document) => document.id !== but && pathsConflict(document.path, path),
  );
  return found && { id: found.id, path: found.path };
}

export function summary(row: StoreRow, document: LiveDocument): DocumentSummary {
  const { id, path, sha256, sizeBytes, versionId, createdAt, updatedAt } = document;
  return {
    id,
    storeId: row.info.id,
    path,
    contentSha256: sha256,
    contentSizeBytes: sizeBytes,
    versionId,
    createdAt,
    updatedAt,
  };
}
