import {
  type BackendWithDocuments,
  bm25,
  type DocumentSearchRequest,
  documentOperations,
  type Found,
  MnemeError,
} from '@mneme/core/backend';
import { questionsFor } from '../../../../conformance/src/model/comparison.ts';
import { byId, untied } from '../model/rankings.ts';
import { pagesOf } from '../records/steps.ts';
import { audit } from './builders.ts';
import type { DocumentWorld } from './world.ts';

const questionOf = questionsFor<DocumentWorld, BackendWithDocuments>();

/** A missing store is an answer too. */
const question: typeof questionOf = (ask, answer, options) =>
  questionOf(
    ask,
    (backend, asked) =>
      answer(backend, asked).catch((error: unknown) => {
        if (MnemeError.isInstance(error) && error.code === 'not_found') return error.code as never;
        throw error;
      }),
    options,
  );

/** Everything that one query found; its limit is chosen by it. */
async function untiedLimit({ documents }: BackendWithDocuments, request: DocumentSearchRequest) {
  const { query } = request;
  const asked = { ...request, query: { ...query, limit: 1000 } };
  const { candidates, statistics } = await documents.search(asked);
  const found = candidates.map(({ length, found }) => ({ length, ...(found[0] as Found) }));
  return untied(query.limit, [
    found.flatMap(({ similarity }) => similarity ?? []),
    found.flatMap((each) => (each.arms.lexical ? bm25(each, statistics) : [])),
  ]);
}

const writing = {
  putStore: question(
    (world) => world.putStore(),
    ({ documents }, request) => documents.putStore(request),
  ),
  removeStore: question(
    (world) => {
      const place = world.place();
      const entry = audit({ scope: place.scope, id: place.storeId });
      return { ...place, audit: entry, ...world.maybe(0.5, () => ({ unusedSince: world.time() })) };
    },
    ({ documents }, request) => documents.removeStore(request),
  ),
  commit: question(
    (world) => world.commit(),
    ({ documents }, request) => documents.commit(request),
  ),
  redact: question(
    (world) => world.redaction(),
    async ({ documents }, request) => request && documents.redact(request),
  ),
  touch: question(
    (world) => {
      const place = world.place();
      return { ...place, documentIds: world.documentIds(place), at: world.time() };
    },
    ({ documents }, request) => documents.touch(request),
  ),
  erase: question(
    (world) => world.filled(),
    async (backend, scope) => {
      const receipt = { ...audit({ scope, id: '' }), action: 'erase' as const };
      const { stores, documents, versions } =
        (await backend.erase(scope, receipt)).proof?.counts ?? {};
      return { stores, documents, versions };
    },
  ),
};

export const questions = {
  ...writing,
  getStore: question(
    (world) => world.place(),
    ({ documents }, { scope, storeId }) => documents.getStore(scope, storeId),
  ),
  listStores: question(
    (world) => ({
      scope: world.filled(),
      includeArchived: world.random() < 0.5,
      ...world.maybe(0.3, () => ({ name: world.name() })),
      ...world.period(),
      limit: world.one([1, 2, 100]),
    }),
    ({ documents }, request) =>
      pagesOf((cursor) => documents.listStores({ ...request, cursor })).then((pages) =>
        pages.map(({ stores }) => stores),
      ),
  ),
  lookUp: question(
    (world) => {
      const place = world.place();
      return {
        ...place,
        keys: world.keys(place),
        paths: world.paths(place),
        below: world.below(4),
      };
    },
    async ({ documents }, request) => {
      const found = await documents.lookUp(request);
      return { ...found, documents: byId(found.documents) };
    },
    { found: ({ documents }) => documents },
  ),
  getDocument: question(
    (world) => {
      const place = world.place();
      return { ...place, keys: world.keys(place) };
    },
    ({ documents }, { keys, ...place }) =>
      Promise.all(keys.map((key) => documents.getDocument({ ...place, key }))),
  ),
  listDocuments: question(
    (world) => {
      const place = world.place();
      return {
        ...place,
        pathPrefix: world.one(['/', world.prefix(place), world.prefix(place)]),
        depth: world.early([0, 1, 2]),
        withContent: world.random() < 0.5,
        limit: world.one([1, 2, 3, 100]),
      };
    },
    ({ documents }, request) =>
      pagesOf((cursor) => documents.listDocuments({ ...request, cursor })).then((pages) =>
        pages.map(({ items }) => items),
      ),
  ),
  listVersions: question(
    (world) => ({
      ...world.place(),
      ...world.maybe(0.3, () => ({ documentId: world.documentId() })),
      ...world.maybe(0.2, () => ({ operation: world.one(documentOperations) })),
      ...world.maybe(0.2, () => ({ createdBy: world.actor() })),
      ...world.period(),
      withContent: world.random() < 0.5,
      limit: world.one([10, 20, 100]),
    }),
    ({ documents }, request) =>
      pagesOf((cursor) => documents.listVersions({ ...request, cursor })).then((pages) =>
        pages.map(({ versions }) => versions),
      ),
  ),
  getVersion: question(
    (world) => {
      const place = world.place();
      const known = world.some(world.versions(place), 0.3).map(({ id }) => id);
      return { ...place, ids: [...known, 'memver_none'] };
    },
    ({ documents }, { ids, ...place }) =>
      Promise.all(ids.map((versionId) => documents.getVersion({ ...place, versionId }))),
  ),
  search: question(
    async (world, reference) => {
      const place = world.place();
      const query = {
        ...world.maybe(0.6, () => ({ vector: world.vector() })),
        terms: [...new Set(world.terms(world.below(4)))],
        limit: world.one([1, 3, 10]),
      };
      const asked = {
        ...place,
        pathPrefix: world.one(['/', world.prefix(place), world.prefix(place)]),
        query,
      };
      query.limit = await untiedLimit(reference, asked).catch(() => query.limit);
      return asked;
    },
    async ({ documents }, request) => {
      const { candidates, statistics } = await documents.search(request);
      const found = candidates.map((each) => ({ id: `${each.document.id} ${each.line}`, ...each }));
      return { statistics, candidates: byId(found) };
    },
    { found: ({ candidates }) => candidates },
  ),
  findUnread: question(
    (world) => ({
      ...world.maybe(0.5, () => ({ scope: world.filled() })),
      before: world.late(),
      limit: world.one([1, 1000, 1000]),
    }),
    async ({ documents }, request) => {
      const found = await documents.findUnread(request);
      const stores = found.stores.map((each) => ({ id: each.storeId, ...each }));
      const unread = found.documents.map((each) => ({
        id: each.document.storeId + each.document.id,
        ...each,
      }));
      // If there are several, any of them may be returned.
      if (request.limit === 1) return [stores.length, unread.length];
      return { stores: byId(stores), documents: byId(unread) };
    },
  ),
};
