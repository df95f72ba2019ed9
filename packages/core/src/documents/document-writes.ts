import { type DocumentVersion, MnemeError, type PreparedWrite } from '../contract/index.ts';
import { throwIfAborted } from '../engine/abort.ts';
import { invalid } from '../input/fields.ts';
import type { Parsed } from '../input/parse-fields.ts';
import type { deleteDocumentFields } from './call-fields.ts';
import type {
  CreateDocumentInput,
  DocumentCallOptions,
  DocumentReference,
  DocumentWrite,
  UpdateDocumentInput,
} from './document-api.ts';
import { actorName, newId, nowOf } from './document-context.ts';
import { DocumentError } from './document-error.ts';
import { documentKey, getVersion, type StoreContext } from './document-reads.ts';
import { type CheckedContent, prepareContent, withVectors } from './prepare-content.ts';
import { refusalError } from './refusal-error.ts';
import type { DocumentChange } from './rules/decide-change.ts';
import { checkPath } from './rules/document-path.ts';

interface Change {
  change: DocumentChange;
  content?: CheckedContent;
  /** What messages call it: a path or an id. */
  target: string;
  /** Of a document that comes back. */
  documentId?: string;
  reason: string;
}

export async function createDocument(
  context: StoreContext,
  input: CreateDocumentInput,
  options: DocumentCallOptions = {},
): Promise<DocumentWrite> {
  const { path, ifTaken = 'refuse' } = input;
  const content = await prepareContent(input.content, { context, signal: options.signal });
  const change: DocumentChange = { kind: 'create', path, content: content.toWrite, ifTaken };
  return writeOne(
    context,
    { change, content, target: path, reason: options.reason ?? 'created' },
    options,
  );
}

export async function updateDocument(
  context: StoreContext,
  { reference, input }: { reference: DocumentReference; input: UpdateDocumentInput },
  options: DocumentCallOptions = {},
): Promise<DocumentWrite> {
  const { precondition, path } = input;
  const content =
    input.content === undefined
      ? undefined
      : await prepareContent(input.content, { context, signal: options.signal });
  const change: DocumentChange = {
    kind: 'update',
    target: documentKey(reference),
    ifTaken: precondition?.type === 'not_exists' ? 'keep' : 'refuse',
    ...(content === undefined ? {} : { content: content.toWrite }),
    ...(path === undefined ? {} : { path }),
    ...(precondition?.type === 'content_sha256'
      ? { expectedSha256: precondition.contentSha256 }
      : {}),
  };
  const target = path ?? targetOf(reference);
  return writeOne(
    context,
    { change, content, target, reason: options.reason ?? 'updated' },
    options,
  );
}

export async function deleteDocument(
  context: StoreContext,
  reference: DocumentReference,
  options: Parsed<typeof deleteDocumentFields> = {},
): Promise<{ id: string }> {
  const { precondition } = options;
  const change: DocumentChange = {
    kind: 'delete',
    target: documentKey(reference),
    ...(precondition === undefined ? {} : { expectedSha256: precondition.contentSha256 }),
  };
  const [result] = await writeAll(
    context,
    [{ change, target: targetOf(reference), reason: options.reason ?? 'deleted' }],
    options,
  );
  return { id: result!.document.id };
}

/** Removes or moves many documents in one transaction: all of them, or none. */
export async function changeMany(
  context: StoreContext,
  changes: readonly ({ delete: string } | { rename: string; to: string })[],
  options: DocumentCallOptions = {},
): Promise<void> {
  const prepared = changes.map((change): Change => {
    if ('delete' in change) {
      return {
        change: { kind: 'delete', target: { id: change.delete } },
        target: change.delete,
        reason: options.reason ?? 'deleted',
      };
    }
    const path = checkPath(change.to);
    return {
      change: { kind: 'update', target: { id: change.rename }, path, ifTaken: 'refuse' },
      target: path,
      reason: options.reason ?? 'renamed',
    };
  });
  await writeAll(context, prepared, options);
}

/**
 * Gives a document the content of one of its versions, as a new version. A deleted one comes back under its old id,
 * at the path that it had.
 */
export async function restoreDocument(
  context: StoreContext,
  versionId: string,
  options: DocumentCallOptions = {},
): Promise<DocumentWrite> {
  const { backend, scope, storeId } = context;
  const version = await getVersion(context, versionId);
  const text = contentOf(version);
  const content = await prepareContent(text, { context, signal: options.signal });
  const live = await backend.getDocument({ scope, storeId, key: { id: version.documentId } });
  const reason = options.reason ?? `restored ${versionId}`;
  if (live !== undefined) {
    const change: DocumentChange = {
      kind: 'update',
      target: { id: version.documentId },
      content: content.toWrite,
      ifTaken: 'refuse',
    };
    return writeOne(context, { change, content, target: live.path, reason }, options);
  }
  const path = checkPath(version.path);
  const change: DocumentChange = {
    kind: 'create',
    path,
    content: content.toWrite,
    ifTaken: 'refuse',
  };
  return writeOne(
    context,
    { change, content, target: path, documentId: version.documentId, reason },
    options,
  );
}

export async function redactVersion(
  context: StoreContext,
  versionId: string,
  options: DocumentCallOptions = {},
): Promise<DocumentVersion> {
  const { backend, scope, storeId } = context;
  const actor = options.actor ?? context.actor;
  const result = await backend.redact({
    scope,
    storeId,
    versionId,
    at: nowOf(context),
    ...(actor === undefined ? {} : { actor }),
    audit: { actor: actorName(actor), reason: options.reason ?? 'redacted' },
  });
  switch (result.outcome) {
    case 'redacted':
      return result.version;
    case 'not_found':
      throw new MnemeError('not_found', `There is no version ${versionId} in this store.`);
    case 'head':
      throw new DocumentError(
        'head_version',
        `${versionId} is the current version of a document. Write or delete the document first, then redact it.`,
      );
  }
}

export function contentOf(version: DocumentVersion): string {
  if (version.content !== undefined) return version.content;
  const why = version.redactedAt === undefined ? 'records a deletion' : 'was redacted';
  throw invalid('versionId', `${version.id} ${why} and has no content: choose another version`);
}

async function writeOne(
  context: StoreContext,
  change: Change,
  options: DocumentCallOptions,
): Promise<DocumentWrite> {
  const [result] = await writeAll(context, [change], options);
  const { changed, document } = result!;
  const text = change.content?.prepared.text;
  if (
    text !== undefined &&
    (changed || document.contentSha256 === change.content?.toWrite.sha256)
  ) {
    return { changed, document: { ...document, content: text } };
  }
  if (document.content !== undefined) {
    return { changed, document: { ...document, content: document.content } };
  }
  const { scope, storeId } = context;
  const stored = await context.backend.getDocument({ scope, storeId, key: { id: document.id } });
  if (stored === undefined) throw missing(change.target);
  return { changed, document: stored };
}

async function writeAll(
  context: StoreContext,
  changes: readonly Change[],
  options: DocumentCallOptions,
) {
  throwIfAborted(options.signal);
  const { backend, scope, storeId, limits } = context;
  const actor = options.actor ?? context.actor;
  const writes = changes.map(
    ({ change, content, documentId, reason }): PreparedWrite => ({
      change,
      newDocumentId: documentId ?? newId(context, 'mem_'),
      newVersionId: newId(context, 'memver_'),
      ...(content === undefined ? {} : { content: content.prepared }),
      audit: { actor: actorName(actor), reason },
    }),
  );
  const result = await context.followEmbedder(async () =>
    backend.write({
      scope,
      storeId,
      at: nowOf(context),
      ...(actor === undefined ? {} : { actor }),
      limits,
      ...(await withVectors(context, writes, options.signal)),
    }),
  );
  if (result.outcome === 'done') return result.results;
  const target = changes[result.index]?.target ?? '';
  throw refusalError(result.refusal, { target, limits });
}

function targetOf(reference: DocumentReference): string {
  return typeof reference === 'string' ? reference : reference.id;
}

function missing(target: string): MnemeError {
  return new MnemeError('not_found', `There is no document ${target} in this store.`);
}
