import { throwIfAborted } from '@mneme/engine/context';
import { type DocumentVersion, MnemeError, type Remains, remainsOf } from '@mneme/engine/contract';
import { gate } from '@mneme/engine/gate';
import type { Parsed } from '@mneme/engine/input';
import { invalid } from '@mneme/engine/input';
import type { deleteDocumentFields } from './call-fields.ts';
import { type Change, commitChanges } from './commit-changes.ts';
import type {
  CreateDocumentInput,
  DeletedDocument,
  DocumentCallOptions,
  DocumentReference,
  DocumentWrite,
  UpdateDocumentInput,
} from './document-api.ts';
import { actorName, type StoreContext } from './document-context.ts';
import { DocumentError } from './document-error.ts';
import { documentKey, getVersion } from './document-reads.ts';
import { checkContent } from './prepare-content.ts';
import { checkPath } from './rules/document-path.ts';
import { redactedVersion } from './rules/redacted-version.ts';

export async function createDocument(
  context: StoreContext,
  input: CreateDocumentInput,
  options: DocumentCallOptions = {},
): Promise<DocumentWrite> {
  const { path, ifTaken = 'refuse' } = input;
  const { text, toWrite } = await checkContent(input.content, context);
  const { reason = 'created' } = options;
  return changeOne(
    context,
    { change: { kind: 'create', path, content: toWrite, ifTaken }, text, target: path, reason },
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
    input.content === undefined ? undefined : await checkContent(input.content, context);
  const change: Change = {
    change: {
      kind: 'update',
      target: documentKey(reference),
      ifTaken: precondition?.type === 'not_exists' ? 'keep' : 'refuse',
      ...(content === undefined ? {} : { content: content.toWrite }),
      ...(path === undefined ? {} : { path }),
      ...(precondition?.type === 'content_sha256'
        ? { expectedSha256: precondition.contentSha256 }
        : {}),
    },
    ...(content === undefined ? {} : { text: content.text }),
    target: path ?? targetOf(reference),
    reason: options.reason ?? 'updated',
  };
  return changeOne(context, change, options);
}

export async function deleteDocument(
  context: StoreContext,
  reference: DocumentReference,
  options: Parsed<typeof deleteDocumentFields> = {},
): Promise<DeletedDocument> {
  const { precondition } = options;
  const change: Change = {
    change: {
      kind: 'delete',
      target: documentKey(reference),
      ...(precondition === undefined ? {} : { expectedSha256: precondition.contentSha256 }),
    },
    target: targetOf(reference),
    reason: options.reason ?? 'deleted',
  };
  const { results, ...facts } = await commitChanges(context, [change], options);
  return { id: results[0]!.document.id, ...facts };
}

/** Deletes or moves many documents at once: all of them, or none. */
export async function changeMany(
  context: StoreContext,
  changes: readonly ({ delete: string } | { rename: string; to: string })[],
  options: DocumentCallOptions = {},
): Promise<void> {
  const checked = changes.map((change): Change => {
    if ('delete' in change) {
      return {
        change: { kind: 'delete', target: { id: change.delete } },
        target: change.delete,
        reason: options.reason ?? 'deleted',
      };
    }
    const path = change.to;
    return {
      change: { kind: 'update', target: { id: change.rename }, path, ifTaken: 'refuse' },
      target: path,
      reason: options.reason ?? 'renamed',
    };
  });
  await commitChanges(context, checked, options);
}

/**
 * Gives a document the content of one of its versions, as a new version. A deleted one comes back with its old id, at
 * its old path.
 */
export async function restoreDocument(
  context: StoreContext,
  versionId: string,
  options: DocumentCallOptions = {},
): Promise<DocumentWrite> {
  const version = await getVersion(context, versionId);
  const { text, toWrite } = await checkContent(contentOf(version), context);
  const { documentId } = version;
  const path = checkPath(version.path);
  const change: Change = {
    change: { kind: 'restore', documentId, path, content: toWrite },
    text,
    target: path,
    reason: options.reason ?? `restored ${versionId}`,
  };
  return changeOne(context, change, options);
}

export async function redactVersion(
  context: StoreContext,
  versionId: string,
  options: DocumentCallOptions = {},
): Promise<DocumentVersion & Remains> {
  throwIfAborted(options.signal);
  const { backend, scope, storeId } = context;
  const actor = options.actor ?? context.actor;
  const version = await getVersion(context, versionId);
  const { documentId } = version;
  const asked = { keys: [{ id: documentId }], paths: [], below: 0 };
  const [live] = (await backend.lookUp({ scope, storeId, ...asked })).documents;
  if (live?.versionId === versionId) {
    throw new DocumentError(
      'head_version',
      `${versionId} is the current version of a document. Write or delete the document first, then redact it.`,
    );
  }
  const at = context.now();
  const redacted = redactedVersion(version, { at, actor });
  const { reason = 'redacted' } = gate({ actor, reason: options.reason }, context.secrets).value;
  const changed = await backend.redact({
    scope,
    storeId,
    version: redacted,
    audit: { at, action: 'redact', scope, id: versionId, actor: actorName(actor), reason },
  });
  const now = changed ? redacted : await getVersion(context, versionId);
  return { ...now, ...(await remainsOf([context.place], { wait: true })) };
}

export function contentOf(version: DocumentVersion): string {
  if (version.content !== undefined) return version.content;
  const why = version.redactedAt === undefined ? 'records a deletion' : 'was redacted';
  throw invalid('versionId', `${version.id} ${why} and has no content: choose another version`);
}

async function changeOne(
  context: StoreContext,
  change: Change,
  options: DocumentCallOptions,
): Promise<DocumentWrite> {
  const {
    results: [result],
  } = await commitChanges(context, [change], options);
  const { changed, document } = result!;
  if (change.text !== undefined && hashOf(change) === document.contentSha256) {
    return { changed, document: { ...document, content: change.text } };
  }
  // Exactly the version that was written or found: another writer may have changed the document since.
  const version = await getVersion(context, document.versionId);
  if (version.content !== undefined)
    return { changed, document: { ...document, content: version.content } };
  throw new MnemeError('not_found', `There is no document ${change.target} in this store.`);
}

function hashOf({ change }: Change): string | undefined {
  return change.kind === 'delete' ? undefined : change.content?.sha256;
}

function targetOf(reference: DocumentReference): string {
  return typeof reference === 'string' ? reference : reference.id;
}
