import { createHash } from 'node:crypto';
import type {
  AuditEntry,
  DocumentCommitChange,
  DocumentCommitRequest,
  DocumentSummary,
  PreparedChunk,
  PreparedContent,
  StoreInfo,
} from '@mneme/core/backend';
import { otherScope, testEmbedder, testNow, testScope } from '../records/builders.ts';

export { otherScope, testEmbedder, testNow, testScope };

/** A time some seconds after {@link testNow}. */
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
    version: 1,
    createdAt,
    updatedAt: createdAt,
    ...fields,
  };
}

export function audit({ scope, id }: { scope: string; id: string }): AuditEntry {
  return { at: testNow, action: 'update', scope, id, actor: 'suite', reason: 'a case' };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The words of a text as its only chunk, with a vector along the axis of its length. */
function chunksOf(text: string): PreparedChunk[] {
  if (text === '') return [];
  const vector = new Float32Array(testEmbedder.dimensions);
  vector[text.length % vector.length] = 1;
  const terms = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return [{ start: 0, end: text.length, line: 1, terms, vector }];
}

let made = 0;

interface ChangeFields {
  storeId?: string;
  documentId?: string;
  versionId?: string;
  at?: string;
}

/** A new document, with new ids by default. */
export function create(
  path: string,
  content: string,
  fields: ChangeFields = {},
): DocumentCommitChange {
  made += 1;
  const { at = testNow } = fields;
  const document: DocumentSummary = {
    id: fields.documentId ?? documentId(0xabc000 + made),
    storeId: fields.storeId ?? storeId(1),
    path,
    ...hashed(content),
    versionId: fields.versionId ?? versionId(0xabc000 + made),
    createdAt: at,
    updatedAt: at,
  };
  return { operation: 'created', document, content: prepared(content) };
}

/** Another content or path for a given document. */
export function modify(
  { content: _, ...document }: DocumentSummary,
  { content, path = document.path }: { content?: string; path?: string },
  fields: Omit<ChangeFields, 'storeId' | 'documentId'> = {},
): DocumentCommitChange {
  made += 1;
  return {
    operation: 'modified',
    document: {
      ...document,
      path,
      ...(content === undefined ? {} : hashed(content)),
      versionId: fields.versionId ?? versionId(0xabc000 + made),
      updatedAt: fields.at ?? testNow,
    },
    ...(content === undefined ? {} : { content: prepared(content) }),
  };
}

/** The deletion of a given document. */
export function remove(
  document: DocumentSummary,
  fields: Omit<ChangeFields, 'storeId' | 'documentId'> = {},
): DocumentCommitChange {
  const { document: after } = modify(document, {}, fields);
  return { operation: 'deleted', document: after };
}

/** What a document says of its content. */
export function hashed(content: string): { contentSha256: string; contentSizeBytes: number } {
  return { contentSha256: sha256(content), contentSizeBytes: Buffer.byteLength(content) };
}

function prepared(text: string): PreparedContent {
  return { text, chunks: chunksOf(text) };
}

export function request(
  changes: readonly DocumentCommitChange[],
  fields: Partial<DocumentCommitRequest> = {},
): DocumentCommitRequest {
  const { scope = testScope } = fields;
  return {
    scope,
    storeId: storeId(1),
    expect: [],
    changes,
    audit: changes.map(({ document }) => audit({ scope, id: document.id })),
    ...fields,
  };
}
