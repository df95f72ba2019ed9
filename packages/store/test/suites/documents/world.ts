import {
  type DocumentActor,
  type DocumentCommitChange,
  type DocumentCommitRequest,
  type DocumentExpectation,
  type DocumentKey,
  type DocumentSummary,
  type DocumentVersion,
  type InStore,
  type ListVersionsRequest,
  type PreparedChunk,
  type PutStoreRequest,
  pathsConflict,
  type StoreInfo,
} from '@mneme/core/backend';
import { Chance, times } from '../../../../conformance/src/model/chance.ts';
import type { DocumentModel } from '../model/document-model.ts';
import { axis, unitVector } from '../records/builders.ts';
import { contents, scopes, words } from '../records/world.ts';
import {
  at,
  audit,
  documentId,
  hashed,
  remove,
  request,
  store,
  storeId,
  versionId,
} from './builders.ts';

/** Names that a careless prefix, pattern or collation would mix up. */
const segments = [
  '\u{1f9e0}',
  '\uffee',
  '100%',
  '100x',
  'a',
  'b',
  'a_b',
  'axb',
  'A',
  'a!',
  'a0',
  'é',
  '*',
];

const names = ['notes', 'Notes', 'n%'];

const actors: DocumentActor[] = [
  { type: 'api_actor', apiKeyId: 'id_1' },
  { type: 'session_actor', sessionId: 'id_1' },
  { type: 'session_actor', sessionId: 'id_2' },
  { type: 'user_actor', userId: 'id_1' },
  { type: 'service_account_actor', serviceAccountId: 'id_1' },
];

const metadata: StoreInfo['metadata'][] = [
  {},
  { user: 'ada', constructor: 'x', 键: '值' },
  { a: '1' },
  { b: '', a: '2' },
];

const storesOfScope = 3;

/**
 * Stores, documents, writes and questions, the same for the same seed, chosen from what the reference store (`known`)
 * contains.
 */
export class DocumentWorld extends Chance {
  readonly #known: DocumentModel;
  readonly #most: number;
  #versions = 0;
  #seconds = 0;

  /** `most`: maximum documents in a store. */
  constructor(known: DocumentModel, { seed, most }: { seed: number; most: number }) {
    super(seed);
    this.#known = known;
    this.#most = most;
  }

  scope(): string {
    return this.early(scopes.slice(0, 3));
  }

  /** Usually one with stores. */
  filled(): string {
    return this.one(this.#known.stores)?.info.scope ?? this.scope();
  }

  /** Usually a store with documents, most often the oldest; sometimes one of another scope, or a missing one. */
  place(): InStore {
    const stores = this.#known.stores;
    const drawn = times(2, () => (this.random() < 0.4 ? stores[0] : this.one(stores)));
    const known = (drawn.find((each) => each?.documents.length) ?? drawn[0])?.info;
    if (known === undefined || this.random() < 0.03)
      return { scope: this.scope(), storeId: this.#storeId(this.scope()) };
    return { scope: this.random() < 0.12 ? this.scope() : known.scope, storeId: known.id };
  }

  /** No two scopes share one. */
  #storeId(scope: string): string {
    return storeId(10 * (1 + scopes.indexOf(scope)) + this.below(storesOfScope));
  }

  name(): string {
    return this.one(names);
  }

  /** Never before an earlier write; several writes have the same time. */
  #now(): string {
    this.#seconds += this.below(2);
    return at(this.#seconds);
  }

  /** Up to a second from now. */
  time(): string {
    return at(this.below(this.#seconds + 2));
  }

  /** Often after all that was written. */
  late(): string {
    return this.one([at(this.#seconds + 1), this.time()]);
  }

  /** Stores have the same ids of documents. */
  documentId(): string {
    return documentId(this.below(this.#most));
  }

  path(): string {
    return times(this.one([1, 2, 2, 3, 3]), () => `/${this.early(segments)}`).join('');
  }

  /** Ends in a slash; most are above a document. */
  prefix(place: InStore): string {
    if (this.random() < 0.2) return '/100%/';
    const { path } = this.one([{ path: this.path() }, ...this.#live(place)]) as { path: string };
    return path.slice(0, path.indexOf('/', this.below(path.length)) + 1) || '/';
  }

  keys(place: InStore): DocumentKey[] {
    const live = this.some(this.#live(place), 0.4);
    return this.shuffled([
      ...live.map(({ id, path }) => this.one([{ id }, { path }])),
      ...live.slice(0, 1).map(({ id }) => ({ id })),
      { id: this.documentId() },
      { path: this.path() },
    ]);
  }

  /** Paths of documents, above and below them, and others. */
  paths(place: InStore): string[] {
    return this.some(this.#live(place), 0.3)
      .flatMap(({ path }) => [path, `${path}/a`, path.slice(0, path.lastIndexOf('/'))])
      .filter((path) => path !== '' && this.random() < 0.5)
      .concat(this.path());
  }

  documentIds(place: InStore): string[] {
    return [...this.some(this.#live(place)).map(({ id }) => id), this.documentId()];
  }

  versions({ scope, storeId }: InStore): DocumentVersion[] {
    return this.#in({ scope, storeId })?.versions ?? [];
  }

  vector(): Float32Array {
    return this.random() < 0.2 ? axis(3) : unitVector(...times(8, () => this.random() - 0.5));
  }

  terms(count: number): string[] {
    return times(count, () => this.early(words));
  }

  /** Filters of the lists of stores and of versions. */
  period(): Pick<ListVersionsRequest, 'createdFrom' | 'createdTo'> {
    return {
      ...this.maybe(0.3, () => ({ createdFrom: this.time() })),
      ...this.maybe(0.3, () => ({ createdTo: this.time() })),
    };
  }

  actor(): DocumentActor {
    return this.one(actors);
  }

  /** A new store, or another state of a known one; sometimes with a wrong version or a taken name. */
  putStore(): PutStoreRequest {
    const stores = this.#known.stores;
    const known = this.below(12) < stores.length ? this.one(stores)?.info : undefined;
    const { scope } = known ?? { scope: this.scope() };
    const { id } = known ?? { id: this.#storeId(scope) };
    const { info: before } = this.#in({ scope, storeId: id }) ?? {};
    const now = this.#now();
    const info = store({
      ...before,
      id,
      scope,
      name: this.name(),
      description: this.early(['', ...contents]).slice(0, 100),
      metadata: this.one(metadata),
      version: (before?.version ?? 0) + 1,
      createdAt: before?.createdAt ?? now,
      updatedAt: now,
      ...(before !== undefined && this.maybe(0.4, () => ({ archivedAt: now }))),
    });
    const version = (before?.version ?? 0) + this.early([0, 0, 1]);
    const freeName = before === undefined && this.random() < 0.9;
    return { store: info, expect: { version, ...(freeName && { freeName }) }, audit: audit(info) };
  }

  /** One version, sometimes already redacted, but never the current one of a live document. */
  redaction() {
    const place = this.place();
    const current = this.#live(place).map(({ versionId }) => versionId);
    const version = this.one(this.versions(place).filter(({ id }) => !current.includes(id)));
    if (version === undefined) return undefined;
    const { id, storeId, documentId, number, operation, createdAt, createdBy } = version;
    const redacted = {
      ...{ id, storeId, documentId, number, operation, createdAt },
      ...(createdBy && { createdBy }),
      redactedAt: this.#now(),
      ...this.maybe(0.5, () => ({ redactedBy: this.actor() })),
    };
    return { ...place, version: redacted, audit: audit({ scope: place.scope, id }) };
  }

  /**
   * Changes of eight documents or more, some of the same document, with expectations, of which sometimes one is not
   * met.
   */
  commit(): DocumentCommitRequest {
    const place = this.place();
    const before = this.#live(place);
    const live = new Map(before.map((each) => [each.id, each]));
    const changes: DocumentCommitChange[] = [];
    const expect: DocumentExpectation[] = [];
    const inTheWay = new Set<string>();
    const add = (change: DocumentCommitChange) => {
      const { document } = change;
      changes.push(change);
      if (change.operation === 'deleted') live.delete(document.id);
      else live.set(document.id, document);
    };
    const isChanged = (id: string) => changes.some(({ document }) => document.id === id);
    const mayFail = this.random() < 0.5;
    const count = 1 + this.below(8);
    while (changes.length < count) {
      const known = this.random() < 0.4 ? this.one([...live.values()]) : undefined;
      if (known !== undefined && this.random() < 0.35) {
        add({ ...remove(known, this.#change()), ...this.maybe(0.3, () => ({ forget: true })) });
        continue;
      }
      const { id, path: now } = known ?? { id: this.documentId() };
      if (known === undefined && live.has(id)) continue;
      const path = now !== undefined && this.random() < 0.5 ? now : this.path();
      // A path must be free at its change, unless the request is refused anyway.
      const others = [...live.values()].filter(
        (each) => each.id !== id && pathsConflict(each.path, path),
      );
      if (others.length > 0 && this.random() < 0.5) continue;
      const cleared = this.some(others, this.one([0.5, 1]));
      const left = others.filter((each) => !cleared.includes(each));
      if (left.some((each) => !mayFail || isChanged(each.id))) continue;
      for (const each of cleared) add(remove(each, this.#change()));
      for (const each of left) inTheWay.add(each.id);
      if (left.length > 0 || this.random() < 0.5) expect.push({ type: 'free', path });
      add(this.#write({ known, id, path, storeId: place.storeId }));
    }
    const expected = before.filter(
      (each) =>
        !inTheWay.has(each.id) && (isChanged(each.id) ? this.random() < 0.8 : this.random() < 0.1),
    );
    expect.push(...expected.map((each) => this.#head(each, mayFail)));
    return request(changes, {
      ...place,
      expect: this.shuffled([...expect, ...(mayFail ? this.#otherExpectations(place) : [])]),
      ...this.maybe(0.7, () => ({ actor: this.actor() })),
    });
  }

  #change() {
    this.#versions += 1;
    return { versionId: versionId(this.#versions), at: this.#now() };
  }

  /** A new document, or a deleted one that returns; without content it is a rename. */
  #write({
    known,
    id,
    path,
    storeId,
  }: {
    known: DocumentSummary | undefined;
    id: string;
    path: string;
    storeId: string;
  }): DocumentCommitChange {
    const { versionId, at } = this.#change();
    const text = known !== undefined && this.random() < 0.4 ? undefined : this.#text();
    const { contentSha256, contentSizeBytes } = text === undefined ? known! : hashed(text);
    const { createdAt = at } = known ?? {};
    const document = {
      id,
      storeId,
      path,
      contentSha256,
      contentSizeBytes,
      versionId,
      createdAt,
      updatedAt: at,
    };
    return {
      operation: known === undefined ? 'created' : 'modified',
      document,
      ...(text !== undefined && { content: { text, chunks: this.#chunks(text) } }),
    };
  }

  #text(): string {
    const lines = times(this.below(4), () =>
      this.random() < 0.2
        ? this.one(contents).slice(0, 200)
        : this.terms(1 + this.below(6)).join(' '),
    );
    return lines.join(this.one(['\n', '\r\n', '\0\n']));
  }

  /** Its lines, with words and sometimes a vector. */
  #chunks(text: string): PreparedChunk[] {
    let end = -1;
    return text
      .split('\n')
      .map((line, index) => {
        const start = end + 1;
        end = start + line.length;
        const terms = line.split(/\s+/).filter((term) => words.includes(term));
        return {
          start,
          end,
          line: index + 1,
          terms,
          ...this.maybe(0.8, () => ({ vector: this.vector() })),
        };
      })
      .filter((chunk) => chunk.end > chunk.start);
  }

  /** Of a live document. */
  #head(
    { id, versionId: head, updatedAt }: DocumentSummary,
    mayFail: boolean,
  ): DocumentExpectation {
    const chance = mayFail ? this.random() : 1;
    if (chance < 0.1) return { type: 'head', documentId: id };
    if (chance < 0.2) return { type: 'head', documentId: id, versionId: versionId(0) };
    return {
      type: 'head',
      documentId: id,
      versionId: head,
      ...this.maybe(mayFail ? 0.5 : 0, () => ({ unreadSince: this.one([updatedAt, this.time()]) })),
    };
  }

  #otherExpectations({ scope, storeId }: InStore): DocumentExpectation[] {
    const stores = this.#known.stores.filter(({ info }) => info.scope === scope);
    const documents = stores.flatMap((each) => each.documents).length;
    const sizes = stores.flatMap(({ versions }) =>
      versions.map(({ contentSizeBytes }) => contentSizeBytes ?? 0),
    );
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    const atMost = {
      documents: documents + this.early([0, 1, -1]),
      bytes: bytes + this.early([0, 1, -1]),
    };
    const absent = this.documentId();
    const isLive = this.#live({ scope, storeId }).some(({ id }) => id === absent);
    const others: DocumentExpectation[] = [
      { type: 'usage', atMost },
      ...(isLive ? [] : [{ type: 'head', documentId: absent } as const]),
    ];
    return [{ type: 'open' }, ...this.some(others, 0.3)];
  }

  #in({ scope, storeId }: InStore) {
    return this.#known.stores.find(({ info }) => info.scope === scope && info.id === storeId);
  }

  #live(place: InStore): DocumentSummary[] {
    return this.#in(place)?.documents.map(({ summary }) => summary) ?? [];
  }
}
