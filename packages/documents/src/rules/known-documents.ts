import {
  ancestorsOf,
  comparePaths,
  type DocumentKey,
  type DocumentSummary,
  pathsConflict,
} from '@mneme/engine/contract';

/** The documents that a request of changes involves, updated after each change. */
export class KnownDocuments {
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
