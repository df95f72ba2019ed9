import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  DocumentBackend,
  DocumentCommitRequest,
  DocumentExpectation,
  DocumentListItem,
  DocumentSummary,
} from '@mneme/core/backend';
import type { InMemoryStore } from '../../src/index.ts';
import {
  type BreakDocuments as Break,
  type BrokenDocuments,
  type SoundDocuments,
  storeIn,
} from './broken-documents.ts';
import { overlooking as overlookingField } from './generated.ts';

/** Commits go through changed. */
function changingCommits(
  change: (request: DocumentCommitRequest, store: InMemoryStore) => DocumentCommitRequest,
): Break {
  return (sound, store) => ({ commit: (request) => sound.commit(change(request, store)) });
}

/** Expectations that this is true of are taken to hold. */
function overlooking(
  overlooked: (expected: DocumentExpectation, store: InMemoryStore) => boolean,
): Break {
  return changingCommits((request, store) => ({
    ...request,
    expect: request.expect.filter((expected) => !overlooked(expected, store)),
  }));
}

function changingDocuments(change: (document: DocumentSummary) => DocumentSummary): Break {
  return changingCommits((request) => ({
    ...request,
    changes: request.changes.map((one) => ({ ...one, document: change(one.document) })),
  }));
}

/** Every answer with documents in it is given as if this were the scope. */
const ofAnyScope: Break = (sound, store) => {
  const scopeOf = (storeId: string) => storeIn(store, storeId)?.info.scope ?? '';
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

/** What of a request a method could overlook, by the case that notices. */
const overlooked: [caughtBy: string, method: keyof DocumentBackend, fields: readonly string[]][] = [
  ['stores:', 'putStore', ['store.metadata', 'store.description', 'expect.freeName']],
  ['stores:', 'listStores', ['name', 'includeArchived', 'createdFrom', 'createdTo']],
  ['lookUp:', 'lookUp', ['keys', 'paths', 'below']],
  ['listDocuments: by path', 'listDocuments', ['depth', 'withContent']],
  ['pages > a cursor', 'listDocuments', ['cursor']],
  [
    'versions:',
    'listVersions',
    ['documentId', 'operation', 'createdBy', 'createdFrom', 'createdTo', 'withContent'],
  ],
  ['versions:', 'redact', ['version.redactedBy', 'version.createdBy']],
  ['versions:', 'commit', ['actor', 'changes.forget']],
  ['commit: all', 'commit', ['changes.content', 'expect.unreadSince', 'expect.versionId']],
  ['search: both', 'commit', ['changes.content.chunks.terms', 'changes.content.chunks.vector']],
  ['search: both', 'search', ['query.vector', 'query.terms']],
  ['removeStore, erase', 'removeStore', ['unusedSince']],
  ['findUnread:', 'findUnread', ['scope']],
  ['findUnread:', 'touch', ['documentIds']],
];

const stores: BrokenDocuments = {
  'stores:': {
    'finds stores of any scope by their ids': (_sound, store) => ({
      getStore: async (_scope, storeId) => storeIn(store, storeId)?.info,
    }),
    'replaces a store whatever its version': (sound, store) => ({
      putStore: (request) => {
        const version = storeIn(store, request.store.id)?.info.version ?? 0;
        return sound.putStore({ ...request, expect: { ...request.expect, version } });
      },
    }),
    'skips a store at the end of each page': (sound) => ({
      async listStores(request) {
        const page = await sound.listStores(request);
        return page.nextCursor ? { ...page, stores: page.stores.slice(0, -1) } : page;
      },
    }),
  },
  'listDocuments: by path': {
    'empties a store that is renamed': (sound, store) => ({
      async putStore(request) {
        store.removeAll('document', request.store.scope, request.store.id);
        return sound.putStore(request);
      },
    }),
  },
  'removeStore, erase': {
    'keeps the documents of a removed store readable': (sound) => {
      const removed = new Set<string>();
      return {
        async removeStore({ storeId }) {
          removed.add(storeId);
          return true;
        },
        getStore: async (scope, id) => (removed.has(id) ? undefined : sound.getStore(scope, id)),
      };
    },
    'counts what is left of a scope that it erases': (sound, store) => ({
      async erase(scope, line) {
        const erased = await sound.erase(scope, line);
        if (erased.proof?.counts) erased.proof.counts.stores = store.stores(scope).length;
        return erased;
      },
    }),
    'erases one store of a scope only': (sound, store) => ({
      async erase(_, line) {
        const [first] = store.stores();
        return sound.erase(first?.info.scope ?? '', line);
      },
    }),
  },
};

const writing: BrokenDocuments = {
  'commit: all': {
    'normalises line ends': changingCommits((request) => ({
      ...request,
      changes: request.changes.map(({ content, ...change }) =>
        content === undefined
          ? change
          : { ...change, content: { ...content, text: content.text.replaceAll('\r\n', '\n') } },
      ),
    })),
    'gives a renamed document another time of creation': changingDocuments((document) => ({
      ...document,
      createdAt: document.updatedAt,
    })),
    'writes only the last change of each document': changingCommits((request) => ({
      ...request,
      changes: request.changes.filter(
        ({ document }, index) =>
          !request.changes.slice(index + 1).some((later) => later.document.id === document.id),
      ),
    })),
    'refuses a path that an earlier change of the request has freed': (sound, store) => ({
      async commit(request) {
        const live = storeIn(store, request.storeId)?.documents ?? [];
        const taken = request.changes.some(({ document }) =>
          live.some(({ summary: { id, path } }) => id !== document.id && path === document.path),
        );
        return taken ? { committed: false, mismatched: [] } : sound.commit(request);
      },
    }),
    'writes into stores of any scope': ofAnyScope,
    'takes a document that is there for one that was expected to be absent': overlooking(
      (expected) => expected.type === 'head' && expected.versionId === undefined,
    ),
    'refuses whatever is expected of a new document': (sound) => ({
      async commit(request) {
        const mismatched = request.expect.filter(
          (expected) => expected.type === 'head' && expected.versionId === undefined,
        );
        return mismatched.length > 0 ? { committed: false, mismatched } : sound.commit(request);
      },
    }),
    'writes what it can where an expectation does not hold': (sound) => ({
      async commit(request) {
        const result = await sound.commit(request);
        if (!result.committed)
          await sound.commit({ ...request, expect: [], changes: request.changes.slice(0, 1) });
        return result;
      },
    }),
    'names every expectation where one does not hold': (sound) => ({
      async commit(request) {
        const result = await sound.commit(request);
        return result.committed ? result : { ...result, mismatched: [...request.expect] };
      },
    }),
    'looks for a document at a free path and not above or below it': overlooking(
      (expected, store) =>
        expected.type === 'free' &&
        !store
          .stores()
          .some(({ documents }) => documents.some(({ summary }) => summary.path === expected.path)),
    ),
    'takes any head of the request for one that frees every path': (sound) => ({
      commit: (request) =>
        sound.commit({
          ...request,
          expect: request.expect.some(({ type }) => type === 'head')
            ? request.expect.filter(({ type }) => type !== 'free')
            : request.expect,
        }),
    }),
    'looks for what is in the way in all stores': (sound, store) => ({
      async commit(request) {
        const all = store.stores().flatMap(({ documents }) => documents);
        const mismatched = request.expect.filter(
          (expected) =>
            expected.type === 'free' && all.some(({ summary }) => summary.path === expected.path),
        );
        return mismatched.length > 0 ? { committed: false, mismatched } : sound.commit(request);
      },
    }),
    'writes to archived stores': overlooking(({ type }) => type === 'open'),
    'counts the documents of a scope and forgets their bytes': changingCommits((request) => ({
      ...request,
      expect: request.expect.map((expected) =>
        expected.type === 'usage'
          ? { ...expected, atMost: { ...expected.atMost, bytes: Number.MAX_SAFE_INTEGER } }
          : expected,
      ),
    })),
  },
};

const racing: BrokenDocuments = {
  'concurrency > if writers expect the same head, exactly one wins each round, and no write is lost':
    {
      'checks what is expected before the transaction that writes': checkingBefore,
    },
  'concurrency > of two new documents that exclude each other, one is created': {
    'looks for a free path before the transaction that writes': checkingBefore,
  },
  'concurrency > several writers at once do not exceed the limits of the scope': {
    'counts usage before the transaction that writes': checkingBefore,
  },
  'concurrency > if several add a store with one free name at once, one of them does': {
    'looks for a free name before the transaction that writes': (sound) => ({
      async putStore({ store, expect: { version, freeName }, audit }) {
        const { scope, name } = store;
        const named = { scope, name, includeArchived: false, limit: 1 };
        if (freeName && (await sound.listStores(named)).stores.length > 0) return false;
        await nextTurn();
        return sound.putStore({ store, expect: { version }, audit });
      },
    }),
  },
  'concurrency > if several redact a version at once, one of them does': {
    'redacts over a redaction': (sound) => ({
      async redact(request) {
        await sound.redact(request);
        return true;
      },
    }),
  },
  'concurrency > one backend sees what another one has acknowledged': {
    'answers lookUp from what it has seen before': (sound) => {
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
};

const reading: BrokenDocuments = {
  'lookUp:': {
    'answers a document once for each key that names it': (sound) => ({
      async lookUp(request) {
        const found = await sound.lookUp(request);
        return { ...found, documents: [...found.documents, ...found.documents.slice(0, 1)] };
      },
    }),
    'counts characters for bytes': (sound, store) => ({
      async lookUp(request) {
        const found = await sound.lookUp(request);
        const texts = store
          .stores(request.scope)
          .flatMap(({ documents }) => documents.map(({ content }) => content));
        return { ...found, usage: { ...found.usage, bytes: texts.join('').length } };
      },
    }),
    'looks up in stores of any scope': ofAnyScope,
  },
  'listDocuments: by path': {
    'goes by the code units of paths': pagingByCount((items) =>
      items.sort((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1)),
    ),
    'takes a prefix for the beginning of a name': (sound) => ({
      listDocuments: (request) =>
        sound.listDocuments({ ...request, pathPrefix: request.pathPrefix.replace(/(.)\/$/, '$1') }),
    }),
    'takes % in a prefix for a wildcard': (sound) => ({
      listDocuments: (request) =>
        sound.listDocuments({ ...request, pathPrefix: request.pathPrefix.replace(/%.*$/, '') }),
    }),
    'counts documents toward a page and not what they are rolled up into': (sound) => ({
      async listDocuments(request) {
        const more = request.depth === 0 ? request.limit : request.limit + 1;
        return sound.listDocuments({ ...request, limit: more });
      },
    }),
    'lists stores of any scope': ofAnyScope,
  },
  'pages > listDocuments': {
    'counts pages by how many items came before': pagingByCount((items) => items),
  },
  'search: both': {
    'searches all stores of the scope': (sound, store) => ({
      async search(request) {
        const { statistics } = await sound.search(request);
        const answers = await Promise.all(
          store
            .stores(request.scope)
            .map(({ info }) => sound.search({ ...request, storeId: info.id })),
        );
        const candidates = answers.flatMap((answer) => answer.candidates);
        return { candidates, statistics };
      },
    }),
    'answers more of the nearest than were asked for': (sound) => ({
      search: ({ query, ...request }) =>
        sound.search({ ...request, query: { ...query, limit: 100 } }),
    }),
    'keeps the index of the first content': changingCommits((request, store) => ({
      ...request,
      changes: request.changes.map(({ content, ...change }) => {
        const { documents = [] } = storeIn(store, request.storeId) ?? {};
        const before = documents.find(({ summary }) => summary.id === change.document.id);
        if (content === undefined) return change;
        const chunks = before?.chunks.map(({ vector = [], ...chunk }) => ({
          ...chunk,
          vector: Float32Array.from(vector),
        }));
        return { ...change, content: { ...content, chunks: chunks ?? content.chunks } };
      }),
    })),
    'narrows to a prefix behind the limit': (sound) => ({
      async search(request) {
        const answer = await sound.search({ ...request, pathPrefix: '/' });
        const candidates = answer.candidates.filter(({ document }) =>
          document.path.startsWith(request.pathPrefix),
        );
        return { ...answer, candidates };
      },
    }),
  },
};

const versions: BrokenDocuments = {
  'versions:': {
    'keeps no version of a deletion': withoutVersions(({ operation }) => operation === 'deleted'),
    'leaves out hash and size with the content': (sound) => ({
      async listVersions(request) {
        const page = await sound.listVersions(request);
        const bare = page.versions.map(({ contentSha256: _, ...version }) => version);
        return request.withContent ? page : { ...page, versions: bare };
      },
    }),
    'reads a version without its content': (sound) => ({
      async getVersion(request) {
        const { content: _, ...version } = (await sound.getVersion(request)) ?? { id: '' };
        return version.id === '' ? undefined : (version as never);
      },
    }),
    'starts to count anew for a document that comes back': (sound, store) => ({
      async commit(request) {
        const result = await sound.commit(request);
        const last = storeIn(store, request.storeId)?.versions.at(-1)?.version;
        if (last?.operation === 'created') last.number = 1;
        return result;
      },
    }),
    'keeps the path of a redacted version': (sound) => ({
      async redact(request) {
        const before = await sound.getVersion({ ...request, versionId: request.version.id });
        return sound.redact({ ...request, version: { ...request.version, path: before?.path } });
      },
    }),
  },
  'pages > listVersions': {
    'repeats the last version of a page on the next': (sound) => {
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
};

/** Versions that this is true of are written and gone. */
function withoutVersions(isGone: (version: { operation: string }) => boolean): Break {
  return (sound, store) => ({
    async commit(request) {
      const result = await sound.commit(request);
      for (const { version } of storeIn(store, request.storeId)?.versions ?? [])
        if (isGone(version)) store.remove('version', request.scope, request.storeId, version.id);
      return result;
    },
  });
}

const forgetting: BrokenDocuments = {
  'findUnread:': {
    'ignores reads where it looks for what is unread': () => ({ touch: async () => {} }),
    'takes reading for writing': (sound, store) => ({
      async touch(request) {
        await sound.touch(request);
        for (const { summary } of storeIn(store, request.storeId)?.documents ?? [])
          if (request.documentIds.includes(summary.id)) summary.updatedAt = request.at;
      },
    }),
    'finds empty stores however new they are': (sound, store) => ({
      async findUnread(request) {
        const found = await sound.findUnread(request);
        const empty = store
          .stores(request.scope)
          .filter(({ documents }) => documents.length === 0)
          .map(({ info }) => ({ scope: info.scope, storeId: info.id }));
        return { ...found, stores: empty };
      },
    }),
  },
  'erasure > a redacted version leaves no byte of its content or path': {
    'keeps a copy of what is redacted': keepingCopies((sound) => ({
      redact: (request) => sound.redact(request),
    })),
  },
  'erasure > a removed store leaves no byte of its contents': {
    'keeps a copy of what is in a removed store': keepingCopies((sound) => ({
      removeStore: (request) => sound.removeStore(request),
    })),
  },
  'erasure > an erased scope leaves no byte of its contents': {
    'keeps a copy of what is in an erased scope': keepingCopies((sound) => ({
      erase: (scope, line) => sound.erase(scope, line),
    })),
  },
};

/** As a log that is not emptied: what was written stays beside what is there. */
function keepingCopies(methods: (sound: SoundDocuments) => Partial<SoundDocuments>): Break {
  return (sound, store: InMemoryStore) => ({
    ...methods(sound),
    async commit(request) {
      store.values.set(`erased ${store.values.size}`, request.changes);
      return sound.commit(request);
    },
  });
}

export const brokenDocuments: BrokenDocuments[] = [
  ...overlooked.flatMap(([caughtBy, method, fields]) =>
    fields.map((field) => ({
      [caughtBy]: { [`overlooks ${field} (${method})`]: overlookingField(method, field) as Break },
    })),
  ),
  stores,
  writing,
  racing,
  reading,
  versions,
  forgetting,
];
