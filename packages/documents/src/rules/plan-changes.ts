import {
  ancestorsOf,
  comparePaths,
  type DocumentCommitChange,
  type DocumentExpectation,
  type DocumentKey,
  type DocumentLimits,
  type DocumentLookUp,
  type DocumentSummary,
} from '@mneme/contract';

/** A requested change of one document. Every value has been checked. */
export interface DocumentChange {
  /** The document to change. Default: the one at the path of `create`. */
  target?: DocumentKey;
  /** The path of a new document, if there is none to change. Default: a missing document is refused. */
  create?: string;
  /** Refuses to change a document that is there. */
  onlyCreate?: boolean;
  /** Deletes the document; all else but `expectedSha256` is ignored. */
  delete?: boolean;
  /** Where an existing document moves to. */
  path?: string;
  content?: ContentToWrite;
  /** The content that must be stored; otherwise the change is refused. */
  expectedSha256?: string;
  /** If the new path is taken, the document stays as it is, without an error. */
  keepIfTaken?: boolean;
}

/** A new content. */
export interface ContentToWrite {
  text: string;
  sha256: string;
  sizeBytes: number;
}

interface ChangeToPlan {
  change: DocumentChange;
  /** Used if the change makes a document. */
  newDocumentId: string;
  /** Used if the change makes a version. */
  newVersionId: string;
}

export interface ChangeResult {
  changed: boolean;
  /** After the change, without its text; of a deleted document, as it was. */
  document: DocumentSummary;
}

/** Why a change is refused. */
export type DocumentRefusal =
  | { reason: 'archived' | 'not_found' | 'precondition_failed' }
  | { reason: 'path_conflict'; conflicting: { id: string; path: string } }
  | { reason: 'limit'; limit: keyof DocumentLimits; value: number };

export type ChangePlan =
  | {
      outcome: 'decided';
      /** One for each change, in order. */
      results: ChangeResult[];
      /** Changes with an effect, in order, each with its place in the request. */
      changes: (Omit<DocumentCommitChange, 'content'> & { index: number })[];
      /** The state that all decisions depend on. */
      expect: DocumentExpectation[];
    }
  | { outcome: 'refused'; index: number; refusal: DocumentRefusal };

/** What a plan of these changes needs to know. */
export function whatToLookUp(changes: readonly ChangeToPlan[]): {
  keys: DocumentKey[];
  paths: string[];
  below: number;
} {
  return {
    keys: changes.flatMap(({ change: { target } }) => target ?? []),
    paths: changes.flatMap(({ change }) => change.create ?? change.path ?? []),
    // Each change may remove one document that is in the way, and one more may remain.
    below: changes.length + 1,
  };
}

/** A scope's limits, each with the part of its usage that it limits. */
const limited = [
  ['documentsPerScope', 'documents'],
  ['bytesPerScope', 'bytes'],
] as const;

/** Decides changes in order, each seeing the ones before it. If one is refused, none is carried out. */
export function planChanges(
  toPlan: readonly ChangeToPlan[],
  { found, limits, at }: { found: DocumentLookUp; limits: DocumentLimits; at: string },
): ChangePlan {
  const stored = new Map(found.documents.map(({ id, versionId }) => [id, versionId]));
  const known = new KnownDocuments(found.documents);
  const archived = found.store.archivedAt !== undefined;
  const usage = { ...found.usage };
  const atMost = { documents: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER };
  const results: ChangeResult[] = [];
  const changes: (ChangePlan & { outcome: 'decided' })['changes'] = [];
  /** By their subject, so that each is expected once. */
  const expected = new Map<string, DocumentExpectation>();
  for (const [index, { change, newDocumentId, newVersionId }] of toPlan.entries()) {
    const target = change.target ?? { path: change.create ?? '' };
    const current = known.find(target);
    const path = (current ? change.path : change.create) ?? current?.path ?? '';
    const inTheWay = path === current?.path ? undefined : known.inTheWay(path, current?.id);
    const effect = decideChange(change, { current, path, inTheWay, archived });
    if (typeof effect === 'object') return { outcome: 'refused', index, refusal: effect };
    const id = current?.id ?? ('id' in target ? target.id : undefined);
    // The document has not changed, or is still missing.
    if (id !== undefined)
      expected.set(`head ${id}`, { type: 'head', documentId: id, versionId: stored.get(id) });
    if (effect === 'keep') {
      results.push({ changed: false, document: current as DocumentSummary });
      continue;
    }
    const { content } = change;
    const document = {
      id: id ?? newDocumentId,
      storeId: found.store.id,
      path,
      contentSha256: content?.sha256 ?? current?.contentSha256 ?? '',
      contentSizeBytes: content?.sizeBytes ?? current?.contentSizeBytes ?? 0,
      versionId: newVersionId,
      createdAt: current?.createdAt ?? at,
      updatedAt: at,
    };
    changes.push({ index, operation: effect, document });
    results.push({ changed: true, document });
    if (effect === 'deleted') {
      known.remove(document.id);
      usage.documents -= 1;
      continue;
    }
    if (path !== current?.path) expected.set(`free ${path}`, { type: 'free', path });
    expected.set('open', { type: 'open' });
    // Each version stores its own content. Changes that do not enlarge the scope pass even above a limit.
    const growth = { documents: current ? 0 : 1, bytes: document.contentSizeBytes };
    for (const [limit, what] of limited) {
      if (growth[what] === 0) continue;
      usage[what] += growth[what];
      if (usage[what] > limits[limit])
        return {
          outcome: 'refused',
          index,
          refusal: { reason: 'limit', limit, value: usage[what] },
        };
      // At the commit there must still be room for the growth so far.
      atMost[what] = Math.min(atMost[what], limits[limit] - (usage[what] - found.usage[what]));
      expected.set('usage', { type: 'usage', atMost });
    }
    known.put(document);
  }
  return { outcome: 'decided', results, changes, expect: [...expected.values()] };
}

/**
 * What a change does, or why it is refused. The order matters: if nothing has to change, it succeeds even if its
 * precondition names an older content (so that a writer can repeat a request whose answer was lost).
 */
function decideChange(
  { create, onlyCreate, delete: isDeletion, content, expectedSha256, keepIfTaken }: DocumentChange,
  state: {
    current: DocumentSummary | undefined;
    /** Where the document is after the change. */
    path: string;
    /** Another document that conflicts with a new path. */
    inTheWay: DocumentSummary | undefined;
    archived: boolean;
  },
): 'created' | 'modified' | 'deleted' | 'keep' | DocumentRefusal {
  const { current, path, inTheWay, archived } = state;
  if (current === undefined && create === undefined) return { reason: 'not_found' };
  // Documents of an archived store can be deleted, because otherwise their last version could never be redacted.
  if (archived && !isDeletion) return { reason: 'archived' };
  if (current !== undefined) {
    const { contentSha256 } = current;
    const sameContent = content === undefined || content.sha256 === contentSha256;
    if (onlyCreate) return conflictWith(current);
    if (!isDeletion && path === current.path && sameContent) return 'keep';
    if (expectedSha256 !== undefined && expectedSha256 !== contentSha256)
      return { reason: 'precondition_failed' };
    if (isDeletion) return 'deleted';
  }
  if (inTheWay) return keepIfTaken ? 'keep' : conflictWith(inTheWay);
  return current === undefined ? 'created' : 'modified';
}

function conflictWith({ id, path }: DocumentSummary): DocumentRefusal {
  return { reason: 'path_conflict', conflicting: { id, path } };
}

/** The documents that a request of changes involves, updated after each change. */
class KnownDocuments {
  readonly #byId = new Map<string, DocumentSummary>();
  readonly #byPath = new Map<string, DocumentSummary>();
  /** Number of documents below each path. */
  readonly #below = new Map<string, number>();

  constructor(documents: Iterable<DocumentSummary>) {
    for (const document of documents) this.put(document);
  }

  find(key: DocumentKey): DocumentSummary | undefined {
    return 'id' in key ? this.#byId.get(key.id) : this.#byPath.get(key.path);
  }

  put(document: DocumentSummary): void {
    this.remove(document.id);
    this.#byId.set(document.id, document);
    this.#byPath.set(document.path, document);
    this.#count(document.path, 1);
  }

  remove(id: string): void {
    const known = this.#byId.get(id);
    if (known === undefined) return;
    this.#byId.delete(id);
    this.#byPath.delete(known.path);
    this.#count(known.path, -1);
  }

  /** Another document at the path, above it or below it: the first in the order of paths. */
  inTheWay(path: string, but: string | undefined): DocumentSummary | undefined {
    const near = [...ancestorsOf(path), path].flatMap((place) => this.#byPath.get(place) ?? []);
    const below = this.#below.get(path)
      ? [...this.#byId.values()].filter((document) => document.path.startsWith(`${path}/`))
      : [];
    return [...near, ...below]
      .filter(({ id }) => id !== but)
      .sort((a, b) => comparePaths(a.path, b.path))[0];
  }

  #count(path: string, by: number): void {
    for (const above of ancestorsOf(path))
      this.#below.set(above, (this.#below.get(above) ?? 0) + by);
  }
}
