import * as mneme from '@mneme/core/backend';
import { AskedQuery, passage } from '@mneme/store/index';
import { indexOf, pageOf, RecordModel, restOf } from './record-model.ts';

interface KnownDocument {
  summary: mneme.DocumentSummary;
  content: string;
  chunks: readonly mneme.PreparedChunk[];
  lastReadAt?: string | undefined;
}

interface KnownStore {
  info: mneme.StoreInfo;
  changedAt: string;
  /** In the order of their paths. */
  documents: KnownDocument[];
  /** In the order in which they were written. */
  versions: mneme.DocumentVersion[];
}

type Page = Pick<mneme.ListVersionsRequest, 'createdFrom' | 'createdTo'>;

const isWithin = (at: string, { createdFrom = '', createdTo = '~' }: Page) =>
  at >= createdFrom && at <= createdTo;
const isUnused = ({ info, changedAt, documents }: KnownStore, before: string) =>
  changedAt < before && info.updatedAt < before && documents.length === 0;

/** What a store of documents must answer, as plainly as it can be said. */
export class DocumentModel extends RecordModel implements mneme.BackendWithDocuments {
  readonly name = 'model';
  /** Oldest first. */
  readonly stores: KnownStore[] = [];
  readonly documents: mneme.DocumentBackend = this.#documents();

  async open() {}
  async close() {}

  #find({ scope, storeId }: mneme.InStore): KnownStore {
    const found = this.stores.find(({ info }) => info.scope === scope && info.id === storeId);
    if (found) return found;
    throw new mneme.MnemeError('not_found', `there is no store ${storeId} in this scope`);
  }

  override async erase(scope: string, receipt: mneme.AuditEntry): Promise<mneme.ErasedScope> {
    const { records } = await super.erase(scope, receipt);
    const gone = this.stores.filter(({ info }) => info.scope === scope);
    for (const store of gone) this.stores.splice(this.stores.indexOf(store), 1);
    const counts = {
      ...{ records, stores: gone.length, auditLines: 0 },
      documents: gone.flatMap(({ documents }) => documents).length,
      versions: gone.flatMap(({ versions }) => versions).length,
    };
    return { records, proof: { counts, checks: [] } };
  }

  #usage(scope: string) {
    const own = this.stores.filter(({ info }) => info.scope === scope);
    const sizes = own.flatMap(({ versions }) =>
      versions.map(({ contentSizeBytes }) => contentSizeBytes ?? 0),
    );
    return {
      documents: own.flatMap(({ documents }) => documents).length,
      bytes: sizes.reduce((sum, size) => sum + size, 0),
    };
  }

  #carryOut(
    store: KnownStore,
    { operation, document: summary, content: given, forget }: mneme.DocumentCommitChange,
    actor: mneme.DocumentActor | undefined,
  ): void {
    const { id: documentId, path, contentSha256, contentSizeBytes, storeId } = summary;
    const before = store.documents.find((each) => each.summary.id === documentId);
    const content = given?.text ?? before?.content ?? '';
    const chunks = given?.chunks ?? before?.chunks ?? [];
    const kept = store.documents.filter((each) => each !== before);
    if (operation !== 'deleted') kept.push({ ...before, summary, content, chunks });
    store.documents = kept.sort((one, other) =>
      mneme.comparePaths(one.summary.path, other.summary.path),
    );
    store.changedAt = summary.updatedAt;
    const isOwn = (version: mneme.DocumentVersion) => version.documentId === documentId;
    const number = store.versions.filter(isOwn).length + 1;
    if (forget) store.versions = store.versions.filter((version) => !isOwn(version));
    else
      store.versions.push({
        ...{ id: summary.versionId, storeId, documentId, number, operation, path },
        createdAt: summary.updatedAt,
        ...(actor && { createdBy: actor }),
        ...(operation !== 'deleted' && { content, contentSha256, contentSizeBytes }),
      });
  }

  #documents(): mneme.DocumentBackend {
    const find = ({ documents }: KnownStore, key: mneme.DocumentKey) =>
      documents.find(({ summary }) =>
        'id' in key ? summary.id === key.id : summary.path === key.path,
      );
    return {
      getStore: async (scope, storeId) =>
        this.stores.find(({ info }) => info.scope === scope && info.id === storeId)?.info,
      listStores: async ({ scope, name, includeArchived, ...page }) => {
        const found = this.stores
          .map(({ info }, at) => ({ info, at }))
          .filter(({ info }) => info.scope === scope && info.name === (name ?? info.name))
          .filter(({ info }) => includeArchived || info.archivedAt === undefined)
          .filter(({ info }) => isWithin(info.createdAt, page));
        const request = { ...page, list: 'stores', descending: true } as const;
        const { stores, ...next } = pageOf(found, ({ at }) => [at], request);
        return { stores: stores.map(({ info }) => info), ...next };
      },
      putStore: async ({ store, expect, audit }) => {
        const own = this.stores.filter(({ info }) => info.scope === store.scope);
        const known = own.find(({ info }) => info.id === store.id);
        if ((known?.info.version ?? 0) !== expect.version) return false;
        const isTaken = own.some(
          ({ info }) => info.name === store.name && info.archivedAt === undefined,
        );
        if (expect.freeName && isTaken) return false;
        if (known) known.info = store;
        else
          this.stores.push({
            ...{ info: store, changedAt: store.createdAt, documents: [], versions: [] },
          });
        this.add(audit);
        return true;
      },
      removeStore: async ({ unusedSince, audit, ...place }) => {
        const store = this.#find(place);
        if (unusedSince !== undefined && !isUnused(store, unusedSince)) return false;
        this.stores.splice(this.stores.indexOf(store), 1);
        this.add(audit);
        return true;
      },
      lookUp: async ({ keys, paths, below, ...place }) => {
        const store = this.#find(place);
        const found = new Set(keys.map((key) => find(store, key)));
        for (const path of paths) {
          const near = store.documents.filter(({ summary }) =>
            mneme.pathsConflict(summary.path, path),
          );
          const lower = near.filter(({ summary }) => summary.path.length > path.length);
          const unwanted = lower.slice(below);
          for (const each of near) if (!unwanted.includes(each)) found.add(each);
        }
        const documents = [...found].flatMap((each) => each?.summary ?? []);
        return { store: store.info, usage: this.#usage(place.scope), documents };
      },
      commit: async ({ expect, changes, audit, actor, ...place }) => {
        const store = this.#find(place);
        const mismatched = mneme.failedExpectations(expect, {
          isArchived: store.info.archivedAt !== undefined,
          usage: () => this.#usage(place.scope),
          around: () => store.documents.map(({ summary }) => summary),
          head(id) {
            const known = find(store, { id });
            return known && { versionId: known.summary.versionId, lastReadAt: known.lastReadAt };
          },
        });
        if (mismatched.length > 0) return { committed: false, mismatched };
        for (const change of changes) this.#carryOut(store, change, actor);
        this.add(...audit);
        return { committed: true };
      },
      getDocument: async ({ key, ...place }) => {
        const { chunks: _, summary, content = '', ...rest } = find(this.#find(place), key) ?? {};
        return summary && { ...summary, content, ...rest };
      },
      listDocuments: async ({ pathPrefix, withContent, ...request }) => {
        const items = new Map<string, mneme.DocumentListItem>();
        for (const { summary, content } of this.#find(request).documents) {
          if (!summary.path.startsWith(pathPrefix)) continue;
          const path = mneme.rollUp(summary.path, { pathPrefix, depth: request.depth });
          const document = withContent ? { ...summary, content } : summary;
          if (path === summary.path) items.set(path, { type: 'document', document });
          else items.set(path, { type: 'prefix', prefix: { path } });
        }
        const page = pageOf([...items], ([path]) => [path], { ...request, list: 'items' });
        return { ...page, items: page.items.map(([, item]) => item) };
      },
      listVersions: async ({ documentId, operation, createdBy, withContent, ...request }) => {
        const found = this.#find(request)
          .versions.map((version, at) => ({ version, at }))
          .filter(
            ({ version }) =>
              isWithin(version.createdAt, request) &&
              version.documentId === (documentId ?? version.documentId) &&
              version.operation === (operation ?? version.operation) &&
              JSON.stringify(version.createdBy) === JSON.stringify(createdBy ?? version.createdBy),
          );
        const { versions, ...next } = pageOf(found, ({ at }) => [at], {
          ...{ ...request, list: 'versions', descending: true },
        });
        const shown = versions.map(({ version: { content, ...version } }) =>
          withContent && content !== undefined ? { ...version, content } : version,
        );
        return { versions: shown, ...next };
      },
      getVersion: async ({ versionId, ...place }) =>
        this.#find(place).versions.find(({ id }) => id === versionId),
      redact: async ({ version, audit, ...place }) => {
        const { versions } = this.#find(place);
        const at = versions.findIndex(({ id }) => id === version.id);
        if (versions[at] === undefined || versions[at].redactedAt !== undefined) return false;
        versions[at] = version;
        this.add(audit);
        return true;
      },
      search: async ({ pathPrefix, query, ...place }) => {
        const rows = this.#find(place).documents.flatMap((document) =>
          document.chunks.map((chunk) => ({ ...chunk, document })),
        );
        const index = indexOf(rows, () => passage);
        const isBelow = rows.map(({ document }) => document.summary.path.startsWith(pathPrefix));
        const asked = new AskedQuery(index, query);
        asked.look(Uint8Array.from(isBelow, Number), query);
        asked.compare((at) => restOf(rows[at]));
        const places = asked.places();
        const found = asked.foundAt(places);
        index.release();
        const candidates = places.map((at, order): mneme.ChunkCandidate => {
          const { document, ...chunk } = rows[at] as (typeof rows)[number];
          return {
            ...{ document: document.summary, line: chunk.line, length: chunk.terms.length },
            text: document.content.slice(chunk.start, chunk.end),
            found: [found[order] as mneme.Found],
          };
        });
        return { candidates, statistics: asked.statistics };
      },
      touch: async ({ documentIds, at, ...place }) => {
        const store = this.#find(place);
        for (const id of documentIds) {
          const known = find(store, { id });
          if (known) known.lastReadAt = at;
        }
      },
      findUnread: async ({ scope, before, limit }) => {
        const own = this.stores.filter(({ info }) => info.scope === (scope ?? info.scope));
        const stores = own
          .filter((store) => isUnused(store, before))
          .map(({ info }) => ({ scope: info.scope, storeId: info.id }));
        const documents = own.flatMap(({ info, documents }) =>
          documents
            .filter((row) => row.summary.updatedAt < before && (row.lastReadAt ?? '') < before)
            .map(({ summary }) => ({ scope: info.scope, document: summary })),
        );
        return { documents: documents.slice(0, limit), stores: stores.slice(0, limit) };
      },
    };
  }
}
