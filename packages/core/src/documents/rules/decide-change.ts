import type { DocumentLimits } from '../../contract/index.ts';

/** What a change asks for. Every value has been checked. */
export type DocumentChange = CreateChange | UpdateChange | DeleteChange;

export interface CreateChange {
  kind: 'create';
  path: string;
  content: ContentToWrite;
  /** What to do with a document that is at the very path: `refuse`, or write the content over it. */
  ifTaken: 'refuse' | 'overwrite';
}

/** A live document by its id or by where it is. */
export type DocumentKey = { id: string } | { path: string };

export interface UpdateChange {
  kind: 'update';
  target: DocumentKey;
  content?: ContentToWrite;
  path?: string;
  expectedSha256?: string;
  /** `keep`: a taken path leaves the document as it is, and that is no error. */
  ifTaken: 'refuse' | 'keep';
}

export interface DeleteChange {
  kind: 'delete';
  target: DocumentKey;
  expectedSha256?: string;
}

export interface ContentToWrite {
  sha256: string;
  sizeBytes: number;
}

/** What is stored, read in the same transaction as the change is written in. */
export interface DocumentState {
  /** The target (or, on a create, the document at the very path). */
  current?: { id: string; path: string; sha256: string; sizeBytes: number };
  /** Another document that cannot stand beside the path asked for. */
  inTheWay?: { id: string; path: string };
  archived: boolean;
  /** Of the whole scope. */
  totals: { documents: number; bytes: number };
}

export type DocumentDecision =
  | { action: 'create' }
  | { action: 'modify'; documentId: string }
  | { action: 'delete'; documentId: string }
  /** All is as asked already: no version. */
  | { action: 'keep'; documentId: string }
  | { action: 'refuse'; refusal: DocumentRefusal };

export type DocumentRefusal =
  | { reason: 'archived' }
  | { reason: 'not_found' }
  | { reason: 'precondition_failed' }
  | { reason: 'path_conflict'; conflicting: { id: string; path: string } }
  | { reason: 'limit'; limit: keyof DocumentLimits; value: number };

/**
 * The one place that decides what a change does. Backends call it inside the transaction that writes, with what they
 * read there, so that every backend decides alike and no two writers can both win.
 *
 * The order matters: a change that finds everything as it wants it succeeds, even where its precondition names an
 * older content (a writer that repeats a request whose answer it lost must not fail).
 */
export function decideChange(
  change: DocumentChange,
  options: { state: DocumentState; limits: DocumentLimits },
): DocumentDecision {
  const { state, limits } = options;
  switch (change.kind) {
    case 'create':
      return decideCreate(change, { state, limits });
    case 'update':
      return decideUpdate(change, { state, limits });
    case 'delete':
      return decideDelete(change, state);
  }
}

function decideCreate(
  change: CreateChange,
  { state, limits }: { state: DocumentState; limits: DocumentLimits },
): DocumentDecision {
  if (state.archived) return refuse({ reason: 'archived' });
  const { current, inTheWay, totals } = state;
  if (current) {
    if (change.ifTaken === 'refuse') {
      return refuse({
        reason: 'path_conflict',
        conflicting: { id: current.id, path: current.path },
      });
    }
    if (current.sha256 === change.content.sha256) return { action: 'keep', documentId: current.id };
    const growth = change.content.sizeBytes - current.sizeBytes;
    return overBytes(growth, { totals, limits }) ?? { action: 'modify', documentId: current.id };
  }
  if (inTheWay) return refuse({ reason: 'path_conflict', conflicting: inTheWay });
  if (totals.documents + 1 > limits.documentsPerScope) {
    return refuse({ reason: 'limit', limit: 'documentsPerScope', value: totals.documents + 1 });
  }
  return overBytes(change.content.sizeBytes, { totals, limits }) ?? { action: 'create' };
}

function decideUpdate(
  change: UpdateChange,
  { state, limits }: { state: DocumentState; limits: DocumentLimits },
): DocumentDecision {
  const { current, inTheWay, totals } = state;
  if (!current) return refuse({ reason: 'not_found' });
  if (state.archived) return refuse({ reason: 'archived' });
  const samePath = change.path === undefined || change.path === current.path;
  const sameContent = change.content === undefined || change.content.sha256 === current.sha256;
  if (samePath && sameContent) return { action: 'keep', documentId: current.id };
  if (change.expectedSha256 !== undefined && change.expectedSha256 !== current.sha256) {
    return refuse({ reason: 'precondition_failed' });
  }
  if (!samePath && inTheWay) {
    if (change.ifTaken === 'keep') return { action: 'keep', documentId: current.id };
    return refuse({ reason: 'path_conflict', conflicting: inTheWay });
  }
  const growth = (change.content?.sizeBytes ?? current.sizeBytes) - current.sizeBytes;
  return overBytes(growth, { totals, limits }) ?? { action: 'modify', documentId: current.id };
}

/** An archived store still lets go of documents: nothing else could free their last version for redaction. */
function decideDelete(change: DeleteChange, state: DocumentState): DocumentDecision {
  const { current } = state;
  if (!current) return refuse({ reason: 'not_found' });
  if (change.expectedSha256 !== undefined && change.expectedSha256 !== current.sha256) {
    return refuse({ reason: 'precondition_failed' });
  }
  return { action: 'delete', documentId: current.id };
}

/** What makes a scope no larger passes even where it is over its limit. */
function overBytes(
  growth: number,
  { totals, limits }: { totals: DocumentState['totals']; limits: DocumentLimits },
): DocumentDecision | undefined {
  const value = totals.bytes + growth;
  if (growth <= 0 || value <= limits.bytesPerScope) return undefined;
  return refuse({ reason: 'limit', limit: 'bytesPerScope', value });
}

function refuse(refusal: DocumentRefusal): DocumentDecision {
  return { action: 'refuse', refusal };
}
