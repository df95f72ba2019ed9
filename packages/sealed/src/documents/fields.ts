import { hash } from 'node:crypto';
import {
  actorOf,
  type DocumentActor,
  type DocumentOperation,
  type DocumentSummary,
  type DocumentVersion,
  partsOfActor,
  type StoreInfo,
} from '@mneme/core/contract';
import type { About, Cipher } from '../cipher.ts';
import type { Sealing } from '../records.ts';
import type { Paths } from './paths.ts';
import { changed, openChunk } from './pieces.ts';

/** The ciphers of one store's documents. */
export interface StoreSealing extends Sealing {
  scope: string;
  paths: Paths;
}

const storeNameAbout = ['name of a store'] as const;

export function sealStoreName(cipher: Cipher, name: string): string {
  return cipher.sealName(name, storeNameAbout);
}

/** Name, description and metadata are sealed; the store orders by ids, times and the version. */
export function sealStore(store: StoreInfo, { cipher, sealedScope }: Sealing): StoreInfo {
  const { id, scope: _, version, createdAt, updatedAt, archivedAt, ...said } = store;
  return {
    id,
    scope: sealedScope,
    name: sealStoreName(cipher, store.name),
    description: cipher.seal(JSON.stringify(said), aboutStore(store)),
    metadata: {},
    version,
    createdAt,
    updatedAt,
    ...(archivedAt === undefined ? {} : { archivedAt }),
  };
}

export function openStore(store: StoreInfo, scope: string, cipher: Cipher): StoreInfo {
  const opened = { ...store, scope };
  const said = JSON.parse(cipher.open(store.description, aboutStore(opened))) as StoreWords;
  // The store is looked up by this name, and no other store may be found instead.
  if (sealStoreName(cipher, said.name) !== store.name) throw changed(`store ${store.id}`);
  return { ...opened, ...said };
}

function aboutStore({ id, scope, version, createdAt, updatedAt, archivedAt }: StoreInfo): About {
  return ['store', id, version, scope, createdAt, updatedAt, archivedAt];
}

type StoreWords = Pick<StoreInfo, 'name' | 'description' | 'metadata'>;

/** Sealed instead of a content's hash. Older versions have only the hash there. */
interface SealedFacts {
  contentSha256: string;
  /** Context of the document. */
  createdAt?: string;
  /** Context of the version: operation and author. */
  operation?: DocumentOperation;
  actor?: string;
}

/** The hash would confirm a guessed content, so it is sealed, together with other facts about the text. */
export function sealSummary(
  document: DocumentSummary,
  { operation, actor }: { operation: DocumentOperation; actor: DocumentActor | undefined },
  { cipher, scope, paths }: StoreSealing,
): DocumentSummary {
  const { id, storeId, path, contentSha256, contentSizeBytes } = document;
  const { versionId, createdAt, updatedAt } = document;
  const said: SealedFacts = { contentSha256, createdAt, operation, actor: nameOf(actor) };
  return {
    id,
    storeId,
    path: paths.seal(path),
    contentSha256: cipher.seal(JSON.stringify(said), aboutContent(document, scope)),
    contentSizeBytes,
    versionId,
    createdAt,
    updatedAt,
    // A new field does not compile until it is entered here, so that none is stored unsealed by mistake.
  } satisfies Record<Exclude<keyof DocumentSummary, 'content' | 'lastReadAt'>, unknown>;
}

function openFacts(sealed: string, about: About, cipher: Cipher): SealedFacts {
  const said = cipher.open(sealed, about);
  return said.startsWith('{') ? (JSON.parse(said) as SealedFacts) : { contentSha256: said };
}

function nameOf(actor: DocumentActor | undefined): string {
  return JSON.stringify(Object.entries(actor ?? {}).sort());
}

/** Throws `wrong_key` before a path is opened, because a path does not name its key. */
export function assertKey(
  { id, contentSha256 }: Pick<DocumentSummary, 'id' | 'contentSha256'>,
  cipher: Cipher,
): void {
  cipher.unmark(contentSha256, ['document', id]);
}

export function openSummary<Summary extends DocumentSummary>(
  document: Summary,
  sealing: StoreSealing,
): Summary {
  assertKey(document, sealing.cipher);
  const opened = { ...document, path: sealing.paths.open(document.path) };
  const about = aboutContent(opened, sealing.scope);
  const said = openFacts(document.contentSha256, about, sealing.cipher);
  if ((said.createdAt ?? document.createdAt) !== document.createdAt)
    throw changed(`document ${document.id}`);
  opened.contentSha256 = said.contentSha256;
  if (document.content !== undefined)
    opened.content = openContent(opened as Required<DocumentSummary>, sealing);
  return opened;
}

function aboutContent(
  document: Pick<
    DocumentSummary,
    'id' | 'versionId' | 'storeId' | 'path' | 'contentSizeBytes' | 'updatedAt'
  >,
  scope: string,
): About {
  const { id, versionId, storeId, path, contentSizeBytes, updatedAt } = document;
  return ['document', id, versionId, scope, storeId, path, contentSizeBytes, updatedAt];
}

/** The pieces are complete and in order exactly if they have the hash. */
function openContent(
  { id, content, contentSha256 }: { id: string; content: string; contentSha256: string },
  sealing: Sealing,
): string {
  const text = openChunk(content, { ...sealing, of: { documentId: id, contentSha256 } });
  if (hash('sha256', text) === contentSha256) return text;
  throw changed(`document ${id}`);
}

/** A redacted version has neither path nor content, only authors to seal. */
export function sealVersion(version: DocumentVersion, cipher: Cipher): DocumentVersion {
  return withActors(version, (actor) => sealActor(actor, cipher));
}

export function openVersion(version: DocumentVersion, sealing: StoreSealing): DocumentVersion {
  const { cipher, scope, paths } = sealing;
  const { contentSha256 } = version;
  if (contentSha256 !== undefined) assertKey({ id: version.documentId, contentSha256 }, cipher);
  const opened = withActors(version, (actor) => openActor(actor, cipher));
  if (version.path === undefined) return opened;
  const path = paths.open(version.path);
  opened.path = path;
  const { documentId: id, id: versionId, storeId, createdAt, contentSizeBytes } = version;
  if (contentSha256 === undefined || contentSizeBytes === undefined) return opened;
  const document = { id, versionId, storeId, path, contentSizeBytes, updatedAt: createdAt };
  const said = openFacts(contentSha256, aboutContent(document, scope), cipher);
  const { operation, actor } = said;
  if (
    (operation ?? version.operation) !== version.operation ||
    (actor ?? nameOf(opened.createdBy)) !== nameOf(opened.createdBy)
  )
    throw changed(`version ${versionId}`);
  opened.contentSha256 = said.contentSha256;
  if (version.content !== undefined) {
    const { content } = version;
    opened.content = openContent({ id, content, contentSha256: opened.contentSha256 }, sealing);
  }
  return opened;
}

function withActors(
  version: DocumentVersion,
  change: (actor: DocumentActor) => DocumentActor,
): DocumentVersion {
  const changed = { ...version };
  if (version.createdBy !== undefined) changed.createdBy = change(version.createdBy);
  if (version.redactedBy !== undefined) changed.redactedBy = change(version.redactedBy);
  return changed;
}

/** Lists filter by author, so the same author is always sealed the same. */
export function sealActor(actor: DocumentActor, cipher: Cipher): DocumentActor {
  const [type, id] = partsOfActor(actor);
  return actorOf(type, cipher.sealName(id, ['author', type]));
}

function openActor(actor: DocumentActor, cipher: Cipher): DocumentActor {
  const [type, id] = partsOfActor(actor);
  return actorOf(type, cipher.openName(id, ['author', type]));
}
