import {
  ancestorsOf,
  comparePaths,
  type DocumentCommitChange,
  type DocumentExpectation,
  type DocumentKey,
  type DocumentLimits,
  type DocumentLookUp,
  type DocumentSummary,
  type DocumentUsage,
  pathsConflict,
} from '@mneme/engine/contract';
import { type DocumentChange, type DocumentRefusal, decideChange } from './decide-change.ts';

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
    // The target of a create is found by its path.
    keys: changes.flatMap(({ change }) => (change.kind === 'create' ? [] : [targetOf(change)])),
    paths: changes.map(({ change }) => pathOf(change)).filter((path) => path !== undefined),
    // Each change may remove one document that is in the way, and one more may remain.
    below: changes.length + 1,
  };
}

/** Decides changes in order, each seeing the ones before it. If one is refused, none is carried out. */
export function planChanges(
  toPlan: readonly ChangeToPlan[],
  { found, limits, at }: { found: DocumentLookUp; limits: DocumentLimits; at: string },
): ChangePlan {
  const stored = new Map(found.documents.map((document) => [document.id, document]));
  const known = new KnownDocuments(found.documents);
  const archived = found.store.archivedAt !== undefined;
  const usage = { ...found.usage };
  const results: ChangeResult[] = [];
  const changes: (ChangePlan & { outcome: 'decided' })['changes'] = [];
  const expected = new Expectations(stored);
  for (const [index, one] of toPlan.entries()) {
    const { change } = one;
    const current = known.find(targetOf(change));
    const path = pathOf(change);
    const moves = path !== undefined && path !== current?.path;
    const inTheWay = moves ? known.inTheWay(path, current?.id) : undefined;
    const decision = decideChange(change, {
      state: { current, inTheWay: inTheWay && placeOf(inTheWay), archived, usage },
      limits,
    });
    if (decision.action === 'refuse') {
      return { outcome: 'refused', index, refusal: decision.refusal };
    }
    if (current !== undefined) expected.head(current.id);
    if (decision.action === 'keep') {
      results.push({ changed: false, document: current as DocumentSummary });
      continue;
    }
    const document = documentAfter(one, { current, storeId: found.store.id, at });
    changes.push({ index, operation: operations[decision.action], document });
    results.push({ changed: true, document });
    if (decision.action === 'delete') {
      known.remove(document.id);
      usage.documents -= 1;
      continue;
    }
    known.put(document);
    if (change.kind === 'restore') expected.head(document.id);
    if (document.path !== current?.path) expected.free(document.path);
    expected.open();
    const growth = {
      documents: current === undefined ? 1 : 0,
      bytes: document.contentSizeBytes,
    };
    usage.documents += growth.documents;
    usage.bytes += growth.bytes;
    expected.room(growth, { before: found.usage, after: usage, limits });
  }
  return { outcome: 'decided', results, changes, expect: expected.all() };
}

const operations = { create: 'created', modify: 'modified', delete: 'deleted' } as const;

class Expectations {
  readonly #stored: ReadonlyMap<string, DocumentSummary>;
  readonly #heads = new Map<string, DocumentExpectation>();
  readonly #paths = new Set<string>();
  #open = false;
  #atMost: DocumentUsage | undefined;

  constructor(stored: ReadonlyMap<string, DocumentSummary>) {
    this.#stored = stored;
  }

  /** The document has not changed, or is still missing. */
  head(documentId: string): void {
    const versionId = this.#stored.get(documentId)?.versionId;
    this.#heads.set(documentId, {
      type: 'head',
      documentId,
      ...(versionId === undefined ? {} : { versionId }),
    });
  }

  free(path: string): void {
    this.#paths.add(path);
  }

  open(): void {
    this.#open = true;
  }

  /** A change that enlarges the scope expects it to stay within its limits, whatever else is written meanwhile. */
  room(
    growth: DocumentUsage,
    options: { before: DocumentUsage; after: DocumentUsage; limits: DocumentLimits },
  ): void {
    const { before, after, limits } = options;
    const most = { documents: limits.documentsPerScope, bytes: limits.bytesPerScope };
    for (const what of ['documents', 'bytes'] as const) {
      if (growth[what] <= 0) continue;
      this.#atMost ??= { documents: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER };
      const grown = after[what] - before[what];
      this.#atMost[what] = Math.min(this.#atMost[what], most[what] - grown);
    }
  }

  all(): DocumentExpectation[] {
    const atMost = this.#atMost;
    return [
      ...this.#heads.values(),
      ...[...this.#paths].map((path) => ({ type: 'free' as const, path })),
      ...(this.#open ? [{ type: 'open' as const }] : []),
      ...(atMost === undefined ? [] : [{ type: 'usage' as const, atMost }]),
    ];
  }
}

function documentAfter(
  { change, newDocumentId, newVersionId }: ChangeToPlan,
  options: { current: DocumentSummary | undefined; storeId: string; at: string },
): DocumentSummary {
  const { current, storeId, at } = options;
  const content = change.kind === 'delete' ? undefined : change.content;
  const path = change.kind === 'restore' && current ? undefined : pathOf(change);
  return {
    id: current?.id ?? (change.kind === 'restore' ? change.documentId : newDocumentId),
    storeId,
    path: path ?? current?.path ?? '',
    contentSha256: content?.sha256 ?? current?.contentSha256 ?? '',
    contentSizeBytes: content?.sizeBytes ?? current?.contentSizeBytes ?? 0,
    versionId: newVersionId,
    createdAt: current?.createdAt ?? at,
    updatedAt: at,
  };
}

function targetOf(change: DocumentChange): DocumentKey {
  switch (change.kind) {
    case 'create':
      return { path: change.path };
    case 'restore':
      return { id: change.documentId };
    default:
      return change.target;
  }
}

/** The new path of the document; undefined: unchanged. */
function pathOf(change: DocumentChange): string | undefined {
  return change.kind === 'delete' ? undefined : change.path;
}

function placeOf({ id, path }: DocumentSummary): { id: string; path: string } {
  return { id, path };
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
    // Only a rename of a document to a path above or below itself finds itself.
    const anything =
      this.#byPath.has(path) ||
      (this.#below.get(path) ?? 0) > 0 ||
      ancestorsOf(path).some((above) => this.#byPath.has(above));
    if (!anything) return undefined;
    return [...this.#byId.values()]
      .filter((document) => document.id !== but && pathsConflict(document.path, path))
      .sort((a, b) => comparePaths(a.path, b.path))[0];
  }

  #count(path: string, by: number): void {
    for (const above of ancestorsOf(path)) {
      this.#below.set(above, (this.#below.get(above) ?? 0) + by);
    }
  }
}
