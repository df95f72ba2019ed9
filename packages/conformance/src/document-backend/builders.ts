import { createHash } from 'node:crypto';
import {
  type AuditEntry,
  type DocumentChange,
  type DocumentWriteRequest,
  defaultDocumentLimits,
  type EmbedderIdentity,
  type PreparedChunk,
  type PreparedWrite,
  type StoreInfo,
} from '@mneme/core';

/** There is no model behind it: cases choose vectors. */
export const testEmbedder: EmbedderIdentity = {
  name: 'conformance',
  revision: '1',
  dimensions: 8,
  pooling: 'none',
};

export const testScope = 'tenant-a';
export const otherScope = 'tenant-b';
export const testNow = '2026-03-01T12:00:00.000Z';

/** An instant so many seconds after {@link testNow}. */
export function at(seconds: number): string {
  return new Date(Date.parse(testNow) + seconds * 1000).toISOString();
}

export function storeId(number: number): string {
  return `memstore_${number.toString(16).padStart(32, '0')}`;
}

export function documentId(number: number): string {
  return `mem_${number.toString(16).padStart(32, '0')}`;
}

export function versionId(number: number): string {
  return `memver_${number.toString(16).padStart(32, '0')}`;
}

export function store(fields: Partial<StoreInfo> = {}): StoreInfo {
  const { createdAt = testNow } = fields;
  return {
    id: storeId(1),
    scope: testScope,
    name: 'notes',
    description: '',
    metadata: {},
    createdAt,
    updatedAt: createdAt,
    ...fields,
  };
}

export function storeAudit(info: StoreInfo): AuditEntry {
  return {
    at: testNow,
    action: 'create',
    scope: info.scope,
    id: info.id,
    actor: 'suite',
    reason: 'a case',
  };
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The words of a text as its only chunk, with a vector along the axis of its length. */
export function chunksOf(text: string): PreparedChunk[] {
  if (text === '') return [];
  const vector = new Float32Array(testEmbedder.dimensions);
  vector[text.length % vector.length] = 1;
  const terms = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return [{ start: 0, end: text.length, line: 1, terms, vector }];
}

let made = 0;

/** A write with new ids. */
export function write(
  change:
    | { create: string; content: string; ifTaken?: 'refuse' | 'overwrite' }
    | {
        update: string;
        content?: string;
        path?: string;
        expected?: string;
        ifTaken?: 'refuse' | 'keep';
      }
    | { delete: string; expected?: string },
  ids: { documentId?: string; versionId?: string } = {},
): PreparedWrite {
  made += 1;
  const text = 'content' in change ? change.content : undefined;
  return {
    change: documentChange(change),
    newDocumentId: ids.documentId ?? documentId(0xabc000 + made),
    newVersionId: ids.versionId ?? versionId(0xabc000 + made),
    ...(text === undefined ? {} : { content: { text, chunks: chunksOf(text) } }),
    audit: { actor: 'suite', reason: 'a case' },
  };
}

function documentChange(change: Parameters<typeof write>[0]): DocumentChange {
  if ('create' in change) {
    return {
      kind: 'create',
      path: change.create,
      content: toWrite(change.content),
      ifTaken: change.ifTaken ?? 'refuse',
    };
  }
  if ('update' in change) {
    return {
      kind: 'update',
      target: key(change.update),
      ifTaken: change.ifTaken ?? 'refuse',
      ...(change.content === undefined ? {} : { content: toWrite(change.content) }),
      ...(change.path === undefined ? {} : { path: change.path }),
      ...(change.expected === undefined ? {} : { expectedSha256: change.expected }),
    };
  }
  return {
    kind: 'delete',
    target: key(change.delete),
    ...(change.expected === undefined ? {} : { expectedSha256: change.expected }),
  };
}

function key(reference: string): { id: string } | { path: string } {
  return reference.startsWith('/') ? { path: reference } : { id: reference };
}

function toWrite(text: string): { sha256: string; sizeBytes: number } {
  return { sha256: sha256(text), sizeBytes: Buffer.byteLength(text) };
}

export function request(
  writes: readonly PreparedWrite[],
  fields: Partial<DocumentWriteRequest> = {},
): DocumentWriteRequest {
  return {
    scope: testScope,
    storeId: storeId(1),
    at: testNow,
    limits: defaultDocumentLimits,
    writes,
    ...fields,
  };
}
