import { type AuditAction, type AuditEntry, MnemeError, type SecretPolicy } from '@mneme/core';
import { type DocumentBackend, pages } from '@mneme/core/contract';
import type { DocumentSummary, DocumentVersion, StoreInfo } from '@mneme/core/documents';
import { analyseContents, gate } from '@mneme/core/faces';

/** Source and target of copied documents. */
export interface CopyDocumentsOptions {
  from: DocumentBackend;
  to: DocumentBackend;
  /** Absent: all scopes. */
  scopes: readonly string[] | undefined;
  secrets: SecretPolicy;
  signal?: AbortSignal;
  onProgress?: (progress: { scope: string; store: string; versions: number }) => void;
}

/** The documents of the target. */
export interface CopiedDocuments {
  stores: number;
  documents: number;
  versions: number;
}

const pageSize = 100;
/** Later than every time. */
const everything = { before: '~', limit: Number.MAX_SAFE_INTEGER };

/**
 * Copies stores with all documents and versions, their ids, times and authors, by writing each version again in order.
 * Versions that the target has are skipped. Passages are made again, and get their vectors when the target is next
 * opened with an embedder.
 */
export async function copyDocuments(options: CopyDocumentsOptions): Promise<CopiedDocuments> {
  const copied: CopiedDocuments = { stores: 0, documents: 0, versions: 0 };
  for (const scope of options.scopes ?? (await scopesOf(options.from))) {
    for (const store of await storesOf(options.from, scope)) {
      const { documents, versions } = await copyStore(store, options);
      copied.stores += 1;
      copied.documents += documents;
      copied.versions += versions;
    }
  }
  return copied;
}

/** Scopes with a document store. */
export async function scopesOf(backend: DocumentBackend): Promise<string[]> {
  const { documents, stores } = await backend.findUnread(everything);
  return [...new Set([...documents, ...stores].map(({ scope }) => scope))].sort();
}

/** Oldest first, so that stores of one name stay in order. */
async function storesOf(backend: DocumentBackend, scope: string): Promise<StoreInfo[]> {
  const request = { scope, includeArchived: true, limit: pageSize };
  const read = (cursor?: string) => backend.listStores({ ...request, cursor });
  return (await all(read, ({ stores }) => stores)).reverse();
}

async function copyStore(
  store: StoreInfo,
  options: CopyDocumentsOptions,
): Promise<{ documents: number; versions: number }> {
  const { from, to, signal, onProgress } = options;
  const { scope, id: storeId } = store;
  await putStore(store, options);
  const place = { scope, storeId };
  const [versions, there] = await Promise.all([versionsOf(from, place), versionsOf(to, place)]);
  const known = new Map(there.map((version) => [version.id, version]));
  const lives = new Map((await documentsOf(from, place)).map((live) => [live.id, live]));
  const before = new Map<string, DocumentSummary>();
  let done = 0;
  for (const version of versions) {
    signal?.throwIfAborted();
    const document = documentOf(version, { live: lives.get(version.documentId), before });
    if (!known.has(version.id)) await copyVersion(version, { document, options, place });
    before.set(version.documentId, document);
    done += 1;
    onProgress?.({ scope, store: store.name, versions: done });
  }
  // After all versions, because a redacted version must not be the current one of a live document.
  for (const version of versions) {
    if (version.redactedAt === undefined || known.get(version.id)?.redactedAt !== undefined)
      continue;
    await to.redact({ ...place, version, audit: auditOf(version, { scope, action: 'redact' }) });
  }
  await copyReads(place, options, [...lives.keys()]);
  await verify(store, options);
  return { documents: lives.size, versions: versions.length };
}

async function putStore(store: StoreInfo, { to, secrets }: CopyDocumentsOptions): Promise<void> {
  const there = await to.getStore(store.scope, store.id);
  const gated = gate(store, secrets).value;
  if (JSON.stringify(there) === JSON.stringify(gated)) return;
  const audit = auditOf(
    { createdAt: store.updatedAt, documentId: store.id },
    { scope: store.scope, action: there === undefined ? 'create' : 'update' },
  );
  await to.putStore({ store: gated, expect: { version: there?.version ?? 0 }, audit });
}

interface Place {
  scope: string;
  storeId: string;
}

/** In the order in which they were written. */
async function versionsOf(backend: DocumentBackend, place: Place): Promise<DocumentVersion[]> {
  const request = { ...place, withContent: false, limit: pageSize };
  const read = (cursor?: string) => backend.listVersions({ ...request, cursor });
  return (await all(read, ({ versions }) => versions)).reverse();
}

function documentsOf(backend: DocumentBackend, place: Place): Promise<DocumentSummary[]> {
  const request = { ...place, pathPrefix: '/', depth: 0, withContent: false, limit: pageSize };
  return all(
    (cursor) => backend.listDocuments({ ...request, cursor }),
    ({ items }) => items.flatMap((item) => (item.type === 'document' ? [item.document] : [])),
  );
}

/** The document after the version. Missing parts of a redacted version get placeholders while it is the last one. */
function documentOf(
  version: DocumentVersion,
  {
    live,
    before,
  }: { live: DocumentSummary | undefined; before: ReadonlyMap<string, DocumentSummary> },
): DocumentSummary {
  const earlier = before.get(version.documentId);
  return {
    id: version.documentId,
    storeId: version.storeId,
    path: version.path ?? `/.redacted/${version.id}`,
    contentSha256: version.contentSha256 ?? earlier?.contentSha256 ?? '',
    contentSizeBytes: version.contentSizeBytes ?? earlier?.contentSizeBytes ?? 0,
    versionId: version.id,
    createdAt: live?.createdAt ?? earlier?.createdAt ?? version.createdAt,
    updatedAt: version.createdAt,
  };
}

async function copyVersion(
  version: DocumentVersion,
  {
    document,
    options: { from, to, secrets },
    place,
  }: { document: DocumentSummary; options: CopyDocumentsOptions; place: Place },
): Promise<void> {
  const hasContent = version.redactedAt === undefined && version.operation !== 'deleted';
  const whole = hasContent ? await from.getVersion({ ...place, versionId: version.id }) : undefined;
  const original = whole?.content ?? '';
  const { text, path } = gate({ text: original, path: document.path }, secrets).value;
  const [content] = version.operation === 'deleted' ? [] : await analyseContents([text]);
  const written = text === original ? document : { ...document, ...hashed(text) };
  const result = await to.commit({
    ...place,
    actor: version.createdBy,
    expect: [],
    changes: [{ operation: version.operation, document: { ...written, path }, content }],
    audit: [],
  });
  if (!result.committed) throw new MnemeError('conflict', `version ${version.id} was not stored`);
}

function auditOf(
  { createdAt: at, documentId: id }: Pick<DocumentVersion, 'createdAt' | 'documentId'>,
  { scope, action }: { scope: string; action: AuditAction },
): AuditEntry {
  return { at, action, scope, id, actor: 'mneme copy', reason: 'copied from another store' };
}

function hashed(text: string): Pick<DocumentSummary, 'contentSha256' | 'contentSizeBytes'> {
  const bytes = Buffer.from(text);
  return {
    contentSha256: process.getBuiltinModule('node:crypto').hash('sha256', bytes),
    contentSizeBytes: bytes.length,
  };
}

async function copyReads(
  place: Place,
  { from, to }: CopyDocumentsOptions,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    const document = await from.getDocument({ ...place, key: { id } });
    if (document?.lastReadAt === undefined) continue;
    await to.touch({ ...place, documentIds: [id], at: document.lastReadAt });
  }
}

/** Reads both sides once more. */
async function verify(
  { scope, id: storeId, name }: StoreInfo,
  { from, to, secrets }: CopyDocumentsOptions,
): Promise<void> {
  const place = { scope, storeId };
  const isExact = secrets === 'allow' || secrets === 'reject';
  const stateOf = async (backend: DocumentBackend) => {
    const [versions, documents] = await Promise.all([
      versionsOf(backend, place),
      documentsOf(backend, place),
    ]);
    // A masked text has another hash.
    const sum = ({ contentSha256 }: { contentSha256?: string }) => (isExact ? contentSha256 : '');
    return JSON.stringify([
      versions.map((each) => [each.id, each.number, sum(each), each.redactedAt]),
      documents.map((each) => [each.id, each.versionId, sum(each)]),
    ]);
  };
  if ((await stateOf(from)) === (await stateOf(to))) return;
  throw new MnemeError(
    'conflict',
    `the documents of store ${name} in scope ${scope} differ between source and target: if somebody wrote meanwhile, run the copy again`,
  );
}

async function all<Page extends { nextCursor?: string }, Item>(
  read: (cursor: string | undefined) => Promise<Page>,
  itemsOf: (page: Page) => Item[],
): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of pages(read)) items.push(...itemsOf(page));
  return items;
}
