import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  DocumentBackend,
  DocumentCommitRequest,
  DocumentExpectation,
  DocumentListItem,
  DocumentSummary,
} from '@mneme/core/contract';
import type { InMemoryDocuments } from '../../src/index.ts';
import type { BrokenDocuments, SoundDocuments } from './broken-documents.ts';

type Break = BrokenDocuments['breakIt'];

/** Commits go through changed. */
function changingCommits(
  change: (request: DocumentCommitRequest, documents: InMemoryDocuments) => DocumentCommitRequest,
): Break {
  return (sound, documents) => ({ commit: (request) => sound.commit(change(request, documents)) });
}

/** Expectations that this is true of are taken to hold. */
function overlooking(
  overlooked: (expected: DocumentExpectation, documents: InMemoryDocuments) => boolean,
): Break {
  return changingCommits((request, documents) => ({
    ...request,
    expect: request.expect.filter((expected) => !overlooked(expected, documents)),
  }));
}

function changingDocuments(change: (document: DocumentSummary) => DocumentSummary): Break {
  return changingCommits((request) => ({
    ...request,
    changes: request.changes.map((one) => ({ ...one, document: change(one.document) })),
  }));
}

/** Every answer with documents in it is given as if this were the scope. */
const ofAnyScope: Break = (sound, documents) => {
  const scopeOf = (storeId: string) => documents.stores.get(storeId)?.info.scope ?? '';
  return {
    commit: (request) => sound.commit({ ...request, scope: scopeOf(request.storeId) }),
    lookUp: (request) => sound.lookUp({ ...request, scope: scopeOf(request.storeId) }),
    listDocuments: (request) =>
      sound.listDocuments({ ...request, scope: scopeOf(request.storeId) }),
  };
};

/** What is expected is looked at, and then something else happens before the write. */
const checkingBefore: Break = (sound) => ({
  async commit(request) {
    const { changes, ...asked } = request;
    const checked = await sound.commit({ ...request, changes: [], audit: [] });
    if (!checked.committed) return checked;
    await nextTurn();
    return sound.commit({ ...asked, changes, expect: [] });
  },
});

function pathOf(item: DocumentListItem): string {
  return item.type === 'document' ? item.document.path : item.prefix.path;
}

/** Lists in an order of its own; a cursor says how many items came before. */
function pagingByCount(order: (items: DocumentListItem[]) => DocumentListItem[]): Break {
  return (sound) => ({
    async listDocuments({ cursor = '0', ...request }) {
      const from = Number(cursor);
      const items = order((await sound.listDocuments({ ...request, limit: 1000 })).items);
      const page = items.slice(from, from + request.limit);
      const end = from + page.length;
      return { items: page, ...(end < items.length ? { nextCursor: String(end) } : {}) };
    },
  });
}

const stores: BrokenDocuments[] = [
  {
    mistake: 'loses the metadata of a store',
    caughtBy: 'stores > a store comes back as it was added',
    breakIt: (sound) => ({
      putStore: (request) =>
        sound.putStore({ ...request, store: { ...request.store, metadata: {} } }),
    }),
  },
  {
    mistake: 'finds stores of any scope by their ids',
    caughtBy: 'stores > a store of another scope is not there',
    breakIt: (_sound, documents) => ({
      getStore: async (_scope, storeId) => documents.stores.get(storeId)?.info,
    }),
  },
  {
    mistake: 'lists stores of every name',
    caughtBy: 'stores > lists those of one name, newest first',
    breakIt: (sound) => ({
      listStores: ({ name: _, ...request }) => sound.listStores(request),
    }),
  },
  {
    mistake: 'adds a second store of a name that was to be free',
    caughtBy: 'stores > a store is added where its name is free of stores that are not archived',
    breakIt: (sound) => ({
      putStore: ({ store, audit, expect: { version } }) =>
        sound.putStore({ store, audit, expect: { version } }),
    }),
  },
  {
    mistake: 'replaces a store whatever its version',
    caughtBy: 'stores > what is known of a store is replaced where it is of the version expected',
    breakIt: (sound, documents) => ({
      putStore: (request) => {
        const version = documents.stores.get(request.store.id)?.info.version ?? 0;
        return sound.putStore({ ...request, expect: { ...request.expect, version } });
      },
    }),
  },
  {
    mistake: 'empties a store that is renamed',
    caughtBy: 'stores > documents stay as they are where their store changes',
    breakIt: (sound, documents) => ({
      async putStore(request) {
        documents.stores.get(request.store.id)?.documents.clear();
        return sound.putStore(request);
      },
    }),
  },
  {
    mistake: 'skips a store at the end of each page',
    caughtBy: 'stores > lists newest first, page by page, without archived ones unless asked for',
    breakIt: (sound) => ({
      async listStores(request) {
        const page = await sound.listStores(request);
        return page.nextCursor ? { ...page, stores: page.stores.slice(0, -1) } : page;
      },
    }),
  },
  {
    mistake: 'keeps the documents of a removed store readable',
    caughtBy: 'stores > a removed store is gone with all that was in it',
    breakIt: (sound) => {
      const removed = new Set<string>();
      return {
        async removeStore({ storeId }) {
          removed.add(storeId);
          return true;
        },
        getStore: async (scope, id) => (removed.has(id) ? undefined : sound.getStore(scope, id)),
      };
    },
  },
  {
    mistake: 'erases one store of a scope only',
    caughtBy: 'stores > erasing a scope removes its stores and no others',
    breakIt: (sound, documents) => ({
      async erase(_, line) {
        const [first] = documents.stores.values();
        return sound.erase(first?.info.scope ?? '', line);
      },
    }),
  },
];

const writing: BrokenDocuments[] = [
  {
    mistake: 'normalises line ends',
    caughtBy: 'commit > a created document comes back byte for byte, by path and by id',
    breakIt: changingCommits((request) => ({
      ...request,
      changes: request.changes.map(({ content, ...change }) =>
        content === undefined
          ? change
          : { ...change, content: { ...content, text: content.text.replaceAll('\r\n', '\n') } },
      ),
    })),
  },
  {
    mistake: 'gives a renamed document another time of creation',
    caughtBy:
      'commit > a rename keeps id and content; ids, versions and times are those of the request',
    breakIt: changingDocuments((document) => ({ ...document, createdAt: document.updatedAt })),
  },
  {
    mistake: 'writes only the last change of each document',
    caughtBy: 'commit > writes changes in order, each over the ones before it',
    breakIt: changingCommits((request) => ({
      ...request,
      changes: request.changes.filter(
        ({ document }, index) =>
          !request.changes.slice(index + 1).some((later) => later.document.id === document.id),
      ),
    })),
  },
  {
    mistake: 'refuses a path that an earlier change of the request has freed',
    caughtBy: 'commit > two documents may change places',
    breakIt: (sound, documents) => ({
      async commit(request) {
        const live = [...(documents.stores.get(request.storeId)?.documents.values() ?? [])];
        const taken = request.changes.some(({ document }) =>
          live.some(({ summary: { id, path } }) => id !== document.id && path === document.path),
        );
        return taken ? { committed: false, mismatched: [] } : sound.commit(request);
      },
    }),
  },
  {
    mistake: 'writes into stores of any scope',
    caughtBy: 'commit > a store of another scope is not there',
    breakIt: ofAnyScope,
  },
  {
    mistake: 'takes a document that is there for one that was expected to be absent',
    caughtBy:
      'commit expectations > a head is the version that a document is at, and names those that are not',
    breakIt: overlooking(
      (expected) => expected.type === 'head' && expected.versionId === undefined,
    ),
  },
  {
    mistake: 'refuses whatever is expected of a new document',
    caughtBy: 'commit expectations > those that hold let all of it through',
    breakIt: (sound) => ({
      async commit(request) {
        const mismatched = request.expect.filter(
          (expected) => expected.type === 'head' && expected.versionId === undefined,
        );
        return mismatched.length > 0 ? { committed: false, mismatched } : sound.commit(request);
      },
    }),
  },
  {
    mistake: 'writes what it can where an expectation does not hold',
    caughtBy: 'commit expectations > one that does not hold, and nothing is written of any change',
    breakIt: (sound) => ({
      async commit(request) {
        const result = await sound.commit(request);
        if (!result.committed)
          await sound.commit({ ...request, expect: [], changes: request.changes.slice(0, 1) });
        return result;
      },
    }),
  },
  {
    mistake: 'names every expectation where one does not hold',
    caughtBy: 'commit expectations > one that does not hold, and nothing is written of any change',
    breakIt: (sound) => ({
      async commit(request) {
        const result = await sound.commit(request);
        return result.committed ? result : { ...result, mismatched: [...request.expect] };
      },
    }),
  },
  {
    mistake: 'looks for a document at a free path and not above or below it',
    caughtBy: 'commit expectations > a free path has no document at it, above it or below it',
    breakIt: overlooking(
      (expected, { stores }) =>
        expected.type === 'free' &&
        ![...stores.values()].some(({ documents }) =>
          [...documents.values()].some(({ summary }) => summary.path === expected.path),
        ),
    ),
  },
  {
    mistake: 'takes any head of the request for one that frees every path',
    caughtBy:
      'commit expectations > a path is free of all documents but those whose heads are named',
    breakIt: (sound) => ({
      commit: (request) =>
        sound.commit({
          ...request,
          expect: request.expect.some(({ type }) => type === 'head')
            ? request.expect.filter(({ type }) => type !== 'free')
            : request.expect,
        }),
    }),
  },
  {
    mistake: 'looks for what is in the way in all stores',
    caughtBy: 'commit expectations > a path of another store is not in the way',
    breakIt: (sound, { stores }) => ({
      async commit(request) {
        const all = [...stores.values()].flatMap(({ documents }) => [...documents.values()]);
        const mismatched = request.expect.filter(
          (expected) =>
            expected.type === 'free' && all.some(({ summary }) => summary.path === expected.path),
        );
        return mismatched.length > 0 ? { committed: false, mismatched } : sound.commit(request);
      },
    }),
  },
  {
    mistake: 'writes to archived stores',
    caughtBy:
      'commit expectations > an archived store is not open; it lets go of documents where nothing expects it to be',
    breakIt: overlooking(({ type }) => type === 'open'),
  },
  {
    mistake: 'counts the documents of a scope and forgets their bytes',
    caughtBy:
      'commit expectations > usage counts all stores of the scope and no others, and what is removed no longer',
    breakIt: changingCommits((request) => ({
      ...request,
      expect: request.expect.map((expected) =>
        expected.type === 'usage'
          ? { ...expected, atMost: { ...expected.atMost, bytes: Number.MAX_SAFE_INTEGER } }
          : expected,
      ),
    })),
  },
  {
    mistake: 'forgets that a document was read',
    caughtBy: 'commit expectations > a head may be expected to be unread',
    breakIt: changingCommits((request) => ({
      ...request,
      expect: request.expect.map((expected) => {
        if (expected.type !== 'head') return expected;
        const { unreadSince: _, ...head } = expected;
        return head;
      }),
    })),
  },
];

const racing: BrokenDocuments[] = [
  {
    mistake: 'checks what is expected before the transaction that writes',
    caughtBy:
      'concurrency > of writers that expect the same head exactly one wins each round, and none is lost',
    breakIt: checkingBefore,
  },
  {
    mistake: 'looks for a free path before the transaction that writes',
    caughtBy: 'concurrency > of documents that cannot stand beside each other one is created',
    breakIt: checkingBefore,
  },
  {
    mistake: 'counts usage before the transaction that writes',
    caughtBy: 'concurrency > writers at once do not exceed what the scope may hold',
    breakIt: checkingBefore,
  },
  {
    mistake: 'looks for a free name before the transaction that writes',
    caughtBy: 'concurrency > of those that add a store of one free name at once one does',
    breakIt: (sound) => ({
      async putStore({ store, expect: { version, freeName }, audit }) {
        const { scope, name } = store;
        const named = { scope, name, includeArchived: false, limit: 1 };
        if (freeName && (await sound.listStores(named)).stores.length > 0) return false;
        await nextTurn();
        return sound.putStore({ store, expect: { version }, audit });
      },
    }),
  },
  {
    mistake: 'redacts over a redaction',
    caughtBy: 'concurrency > of those that redact a version at once one does',
    breakIt: (sound) => ({
      async redact(request) {
        await sound.redact(request);
        return true;
      },
    }),
  },
  {
    mistake: 'answers lookUp from what it has seen before',
    caughtBy: 'concurrency > what one backend acknowledged, another sees',
    breakIt: (sound) => {
      let before: DocumentSummary[] = [];
      return {
        async lookUp(request) {
          const found = await sound.lookUp(request);
          const documents = before;
          before = found.documents;
          return { ...found, documents };
        },
      };
    },
  },
];

const reading: BrokenDocuments[] = [
  {
    mistake: 'answers a document once for each key that names it',
    caughtBy: 'lookUp > answers the documents of ids and paths, each once, without their texts',
    breakIt: (sound) => ({
      async lookUp(request) {
        const found = await sound.lookUp(request);
        return { ...found, documents: [...found.documents, ...found.documents.slice(0, 1)] };
      },
    }),
  },
  {
    mistake: 'looks up nothing below a path',
    caughtBy: 'lookUp > answers what stands at a path, above it and, so many, below it',
    breakIt: (sound) => ({ lookUp: (request) => sound.lookUp({ ...request, below: 0 }) }),
  },
  {
    mistake: 'counts characters for bytes',
    caughtBy: 'lookUp > counts what the stores of the scope hold, with all versions',
    breakIt: (sound, documents) => ({
      async lookUp(request) {
        const found = await sound.lookUp(request);
        const texts = documents
          .storesOf(request.scope)
          .flatMap((row) => [...row.documents.values()].map(({ content }) => content));
        return { ...found, usage: { ...found.usage, bytes: texts.join('').length } };
      },
    }),
  },
  {
    mistake: 'looks up in stores of any scope',
    caughtBy: 'lookUp > sees nothing of other stores and scopes',
    breakIt: ofAnyScope,
  },
  {
    mistake: 'goes by the code units of paths',
    caughtBy: 'listDocuments > goes by the bytes of the paths, page by page',
    breakIt: pagingByCount((items) => items.sort((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1))),
  },
  {
    mistake: 'takes a prefix for the beginning of a name',
    caughtBy: 'listDocuments > a prefix matches whole segments only',
    breakIt: (sound) => ({
      listDocuments: (request) =>
        sound.listDocuments({ ...request, pathPrefix: request.pathPrefix.replace(/(.)\/$/, '$1') }),
    }),
  },
  {
    mistake: 'takes % in a prefix for a wildcard',
    caughtBy: 'listDocuments > wildcards of a query language are ordinary characters',
    breakIt: (sound) => ({
      listDocuments: (request) =>
        sound.listDocuments({ ...request, pathPrefix: request.pathPrefix.replace(/%.*$/, '') }),
    }),
  },
  {
    mistake: 'counts documents toward a page and not what they are rolled up into',
    caughtBy:
      'listDocuments > rolls deeper documents up, each prefix once and counted toward the page',
    breakIt: (sound) => ({
      async listDocuments(request) {
        const more = request.depth === 0 ? request.limit : request.limit + 1;
        return sound.listDocuments({ ...request, limit: more });
      },
    }),
  },
  {
    mistake: 'answers contents with every list',
    caughtBy: 'listDocuments > answers contents only where asked for',
    breakIt: (sound) => ({
      listDocuments: (request) => sound.listDocuments({ ...request, withContent: true }),
    }),
  },
  {
    mistake: 'counts pages by how many items came before',
    caughtBy:
      'listDocuments > pages neither repeat nor skip what is there throughout, while others write',
    breakIt: pagingByCount((items) => items),
  },
  {
    mistake: 'starts over where it cannot read a cursor',
    caughtBy: 'listDocuments > a cursor that no page gave is refused, and one of another list too',
    breakIt: (sound) => ({
      listDocuments: (request) =>
        sound
          .listDocuments(request)
          .catch(() => sound.listDocuments({ ...request, cursor: undefined })),
    }),
  },
  {
    mistake: 'lists stores of any scope',
    caughtBy: 'listDocuments > a store of another scope is not there',
    breakIt: ofAnyScope,
  },
  {
    mistake: 'searches all stores of the scope',
    caughtBy: 'search > finds chunks by words, with frequencies and statistics of the store alone',
    breakIt: (sound, documents) => ({
      async search(request) {
        const answers = await Promise.all(
          documents
            .storesOf(request.scope)
            .map(({ info }) => sound.search({ ...request, storeId: info.id })),
        );
        const candidates = answers.flatMap((answer) => answer.candidates);
        return { candidates, statistics: answers[0]!.statistics };
      },
    }),
  },
  {
    mistake: 'answers more of the nearest than were asked for',
    caughtBy: 'search > finds the nearest chunks by meaning, within the limit',
    breakIt: (sound) => ({
      search: ({ query, ...request }) =>
        sound.search({ ...request, query: { ...query, limit: 100 } }),
    }),
  },
  {
    mistake: 'keeps the index of the first content',
    caughtBy:
      'search > is as fresh as the last write: changed, renamed and deleted documents count as they are',
    breakIt: changingCommits((request, { stores }) => ({
      ...request,
      changes: request.changes.map(({ content, ...change }) => {
        const chunks = stores.get(request.storeId)?.documents.get(change.document.id)?.chunks;
        if (content === undefined) return change;
        return { ...change, content: { ...content, chunks: chunks ?? content.chunks } };
      }),
    })),
  },
  {
    mistake: 'narrows to a prefix behind the limit',
    caughtBy: 'search > a prefix narrows both arms before their limits',
    breakIt: (sound) => ({
      async search(request) {
        const answer = await sound.search({ ...request, pathPrefix: '/' });
        const candidates = answer.candidates.filter(({ document }) =>
          document.path.startsWith(request.pathPrefix),
        );
        return { ...answer, candidates };
      },
    }),
  },
];

const versions: BrokenDocuments[] = [
  {
    mistake: 'keeps no version of a deletion',
    caughtBy: 'versions > each change is one version that outlives the document',
    breakIt: withoutVersions(({ operation }) => operation === 'deleted'),
  },
  {
    mistake: 'takes an actor by its id, of whatever kind',
    caughtBy: 'versions > filters by document, operation, actor and time',
    breakIt: (sound) => ({
      async listVersions({ createdBy, ...request }) {
        const page = await sound.listVersions(request);
        const idOf = (actor: object | undefined) => Object.values(actor ?? {})[1];
        return createdBy === undefined
          ? page
          : {
              ...page,
              versions: page.versions.filter((one) => idOf(one.createdBy) === idOf(createdBy)),
            };
      },
    }),
  },
  {
    mistake: 'repeats the last version of a page on the next',
    caughtBy: 'versions > pages newest first while new versions arrive',
    breakIt: (sound) => {
      let last: Awaited<ReturnType<DocumentBackend['listVersions']>>['versions'] = [];
      return {
        async listVersions(request) {
          const page = await sound.listVersions(request);
          const repeated = request.cursor === undefined ? [] : last;
          last = page.versions.slice(-1);
          return { ...page, versions: [...repeated, ...page.versions] };
        },
      };
    },
  },
  {
    mistake: 'leaves out hash and size with the content',
    caughtBy: 'versions > a list without contents keeps hash and size',
    breakIt: (sound) => ({
      async listVersions(request) {
        const page = await sound.listVersions(request);
        const bare = page.versions.map(({ contentSha256: _, ...version }) => version);
        return request.withContent ? page : { ...page, versions: bare };
      },
    }),
  },
  {
    mistake: 'reads a version without its content',
    caughtBy: 'versions > one version is read with its content; an unknown one is not there',
    breakIt: (sound) => ({
      async getVersion(request) {
        const { content: _, ...version } = (await sound.getVersion(request)) ?? { id: '' };
        return version.id === '' ? undefined : (version as never);
      },
    }),
  },
  {
    mistake: 'forgets a document and keeps its versions',
    caughtBy: 'versions > a deletion that forgets takes all versions of the document and no others',
    breakIt: (sound) => ({
      commit: (request) =>
        sound.commit({
          ...request,
          changes: request.changes.map(({ forget: _, ...change }) => change),
        }),
    }),
  },
  {
    mistake: 'starts to count anew for a document that comes back',
    caughtBy: 'versions > the numbers of a document that comes back go on where they ended',
    breakIt: (sound, { stores }) => ({
      async commit(request) {
        const result = await sound.commit(request);
        const last = stores.get(request.storeId)?.versions.at(-1)?.version;
        if (last?.operation === 'created') last.number = 1;
        return result;
      },
    }),
  },
  {
    mistake: 'keeps the path of a redacted version',
    caughtBy:
      'redact > takes content, hash, size and path, keeps actor and times, and is idempotent',
    breakIt: (sound) => ({
      async redact(request) {
        const before = await sound.getVersion({ ...request, versionId: request.version.id });
        return sound.redact({ ...request, version: { ...request.version, path: before?.path } });
      },
    }),
  },
];

/** Versions that this is true of are written and gone. */
function withoutVersions(isGone: (version: { operation: string }) => boolean): Break {
  return (sound, { stores }) => ({
    async commit(request) {
      const result = await sound.commit(request);
      const row = stores.get(request.storeId);
      if (row) row.versions = row.versions.filter(({ version }) => !isGone(version));
      return result;
    },
  });
}

const forgetting: BrokenDocuments[] = [
  {
    mistake: 'ignores reads where it looks for what is unread',
    caughtBy: 'findUnread > finds what was neither written nor read since',
    breakIt: () => ({ touch: async () => {} }),
  },
  {
    mistake: 'takes reading for writing',
    caughtBy: 'findUnread > finds what was neither written nor read since',
    breakIt: (sound, { stores }) => ({
      async touch(request) {
        await sound.touch(request);
        for (const id of request.documentIds) {
          const live = stores.get(request.storeId)?.documents.get(id);
          if (live) live.summary = { ...live.summary, updatedAt: request.at };
        }
      },
    }),
  },
  {
    mistake: 'finds empty stores however new they are',
    caughtBy:
      'findUnread > finds empty stores in which nothing happened since, in all scopes where none is named',
    breakIt: (sound, documents) => ({
      async findUnread(request) {
        const found = await sound.findUnread(request);
        const empty = documents
          .storesOf(request.scope)
          .filter((row) => row.documents.size === 0)
          .map(({ info }) => ({ scope: info.scope, storeId: info.id }));
        return { ...found, stores: empty };
      },
    }),
  },
  {
    mistake: 'removes a store that was to go while unused, whatever is in it',
    caughtBy:
      'findUnread > a store that is to go while unused stays where it holds a document or was written in',
    breakIt: (sound) => ({
      removeStore: ({ unusedSince: _, ...request }) => sound.removeStore(request),
    }),
  },
  {
    mistake: 'keeps a copy of what is redacted',
    caughtBy: 'erasure > a redacted version leaves no byte of its content or path',
    breakIt: keepingCopies((sound) => ({ redact: (request) => sound.redact(request) })),
  },
  {
    mistake: 'keeps a copy of what is in a removed store',
    caughtBy: 'erasure > a removed store leaves no byte of its contents',
    breakIt: keepingCopies((sound) => ({ removeStore: (request) => sound.removeStore(request) })),
  },
  {
    mistake: 'keeps a copy of what is in an erased scope',
    caughtBy: 'erasure > an erased scope leaves no byte of its contents',
    breakIt: keepingCopies((sound) => ({ erase: (scope, line) => sound.erase(scope, line) })),
  },
];

/** As a log that is not emptied: what was written stays beside what is there. */
function keepingCopies(methods: (sound: SoundDocuments) => Partial<SoundDocuments>): Break {
  return (sound, documents: InMemoryDocuments & { erased?: unknown }) => ({
    ...methods(sound),
    async commit(request) {
      documents.erased = [documents.erased, request.changes];
      return sound.commit(request);
    },
  });
}

export const brokenDocuments: readonly BrokenDocuments[] = [
  ...stores,
  ...writing,
  ...racing,
  ...reading,
  ...versions,
  ...forgetting,
];
