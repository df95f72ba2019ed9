import type {
  DocumentKey,
  DocumentLimits,
  DocumentSummary,
  DocumentUsage,
} from '@mneme/engine/contract';

/** A requested change. Every value has been checked. */
export type DocumentChange = CreateChange | UpdateChange | RestoreChange | DeleteChange;

interface CreateChange {
  kind: 'create';
  path: string;
  content: ContentToWrite;
  /** What to do with a document at the same path: `refuse`, or overwrite its content. */
  ifTaken: 'refuse' | 'overwrite';
}

interface UpdateChange {
  kind: 'update';
  target: DocumentKey;
  content?: ContentToWrite;
  path?: string;
  expectedSha256?: string;
  /** `keep`: if the path is taken, the document stays as it is, without an error. */
  ifTaken: 'refuse' | 'keep';
}

/** Gives a document an earlier content, or restores a deleted one with its id at its old path. */
interface RestoreChange {
  kind: 'restore';
  documentId: string;
  path: string;
  content: ContentToWrite;
}

interface DeleteChange {
  kind: 'delete';
  target: DocumentKey;
  expectedSha256?: string;
}

/** What a decision needs to know about a new content. */
export interface ContentToWrite {
  sha256: string;
  sizeBytes: number;
}

/** The stored state, after the earlier changes of the same request. */
export interface DocumentState {
  /** The target (or, for a create, the document at the same path). */
  current?: DocumentSummary;
  /** Another document that conflicts with the requested path. */
  inTheWay?: { id: string; path: string };
  archived: boolean;
  usage: DocumentUsage;
}

type DocumentDecision =
  | { action: 'create' | 'modify' | 'delete' }
  /** Nothing has to change: no version. */
  | { action: 'keep' }
  | { action: 'refuse'; refusal: DocumentRefusal };

/** Why a change is refused. */
export type DocumentRefusal =
  | { reason: 'archived' }
  | { reason: 'not_found' }
  | { reason: 'precondition_failed' }
  | { reason: 'path_conflict'; conflicting: { id: string; path: string } }
  | { reason: 'limit'; limit: keyof DocumentLimits; value: number };

/**
 * Decides what a change does. The order matters: if nothing has to change, it succeeds even if its precondition names
 * an older content (so that a writer can repeat a request whose answer was lost).
 */
export function decideChange(
  change: DocumentChange,
  options: { state: DocumentState; limits: DocumentLimits },
): DocumentDecision {
  switch (change.kind) {
    case 'create':
      return decideCreate(change, options);
    case 'update':
      return decideUpdate(change, options);
    case 'restore':
      return decideRestore(change, options);
    case 'delete':
      return decideDelete(change, options.state);
  }
}

function decideCreate(
  change: CreateChange,
  { state, limits }: { state: DocumentState; limits: DocumentLimits },
): DocumentDecision {
  if (state.archived) return refuse({ reason: 'archived' });
  const { current, inTheWay, usage } = state;
  if (current) {
    if (change.ifTaken === 'refuse') {
      const { id, path } = current;
      return refuse({ reason: 'path_conflict', conflicting: { id, path } });
    }
    if (current.contentSha256 === change.content.sha256) return { action: 'keep' };
    return overBytes(change.content.sizeBytes, { usage, limits }) ?? { action: 'modify' };
  }
  if (inTheWay) return refuse({ reason: 'path_conflict', conflicting: inTheWay });
  if (usage.documents + 1 > limits.documentsPerScope) {
    return refuse({ reason: 'limit', limit: 'documentsPerScope', value: usage.documents + 1 });
  }
  return overBytes(change.content.sizeBytes, { usage, limits }) ?? { action: 'create' };
}

function decideUpdate(
  change: Omit<UpdateChange, 'kind' | 'target'>,
  { state, limits }: { state: DocumentState; limits: DocumentLimits },
): DocumentDecision {
  const { current, inTheWay, usage } = state;
  if (!current) return refuse({ reason: 'not_found' });
  if (state.archived) return refuse({ reason: 'archived' });
  const { contentSha256, contentSizeBytes } = current;
  const samePath = change.path === undefined || change.path === current.path;
  const sameContent = change.content === undefined || change.content.sha256 === contentSha256;
  if (samePath && sameContent) return { action: 'keep' };
  if (change.expectedSha256 !== undefined && change.expectedSha256 !== contentSha256) {
    return refuse({ reason: 'precondition_failed' });
  }
  if (!samePath && inTheWay) {
    if (change.ifTaken === 'keep') return { action: 'keep' };
    return refuse({ reason: 'path_conflict', conflicting: inTheWay });
  }
  // Each version stores its own content.
  return (
    overBytes(change.content?.sizeBytes ?? contentSizeBytes, { usage, limits }) ?? {
      action: 'modify',
    }
  );
}

function decideRestore(
  { path, content }: RestoreChange,
  options: { state: DocumentState; limits: DocumentLimits },
): DocumentDecision {
  return options.state.current === undefined
    ? decideCreate({ kind: 'create', path, content, ifTaken: 'refuse' }, options)
    : decideUpdate({ content, ifTaken: 'refuse' }, options);
}

/** Documents of an archived store can be deleted, because otherwise their last version could never be redacted. */
function decideDelete(change: DeleteChange, { current }: DocumentState): DocumentDecision {
  if (!current) return refuse({ reason: 'not_found' });
  if (change.expectedSha256 !== undefined && change.expectedSha256 !== current.contentSha256) {
    return refuse({ reason: 'precondition_failed' });
  }
  return { action: 'delete' };
}

/** A change that does not enlarge the scope passes even above the limit. */
function overBytes(
  growth: number,
  { usage, limits }: { usage: DocumentUsage; limits: DocumentLimits },
): DocumentDecision | undefined {
  const value = usage.bytes + growth;
  if (growth <= 0 || value <= limits.bytesPerScope) return undefined;
  return refuse({ reason: 'limit', limit: 'bytesPerScope', value });
}

function refuse(refusal: DocumentRefusal): DocumentDecision {
  return { action: 'refuse', refusal };
}
