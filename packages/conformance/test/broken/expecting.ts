import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CommitRequest } from '@mneme/core/contract';
import type { InMemoryStore } from '../../src/index.ts';
import { type BreakIt, type BrokenBackend, changingCommits } from './broken-backend.ts';

/** The ids that are not as expected, as a driver would find them out before it writes. */
function mismatchedIn(store: InMemoryStore, { scope, expect }: CommitRequest): string[] {
  return expect
    .filter(({ id, version }) => (store.row(scope, id)?.record.version ?? 0) !== version)
    .map(({ id }) => id);
}

/** Mistakes of what a commit does with `expect`. */
export const brokenExpecting: BrokenBackend = {
  'commit, as expected > where one record has changed, nothing is written, and that one is named': {
    'ignores what is expected': changingCommits(() => ({ expect: [] })),
    'takes a later version for the expected one': changingCommits((request, store) => ({
      expect: request.expect.map(({ id, version }) => ({
        id,
        version: version === 0 ? 0 : (store.row(request.scope, id)?.record.version ?? version),
      })),
    })),
    'writes what is as expected, and leaves out the rest': (sound, store) => ({
      async commit(request) {
        const mismatched = mismatchedIn(store, request);
        if (mismatched.length === 0) return sound.commit(request);
        await sound.commit({
          ...request,
          expect: [],
          puts: request.puts.filter(({ record }) => !mismatched.includes(record.id)),
          removals: request.removals.filter((id) => !mismatched.includes(id)),
        });
        return { committed: false, mismatched };
      },
    }),
    'removes first, and then checks the puts': (sound) => ({
      async commit(request) {
        const { expect, removals } = request;
        const ofRemovals = expect.filter(({ id }) => removals.includes(id));
        await sound.commit({ ...request, expect: ofRemovals, puts: [], audit: [] });
        return sound.commit({
          ...request,
          expect: expect.filter(({ id }) => !removals.includes(id)),
        });
      },
    }),
    'writes the audit of a commit that it refuses': (sound) => ({
      async commit(request) {
        const result = await sound.commit(request);
        if (!result.committed)
          await sound.commit({ ...request, expect: [], puts: [], removals: [] });
        return result;
      },
    }),
  },
  'commit, as expected > where one record has gone, or come, nothing is written, and that one is named':
    {
      'takes expected version 0 for none': changingCommits((request) => ({
        expect: request.expect.filter(({ version }) => version > 0),
      })),
      'takes a record that has gone for one that is as expected': changingCommits(
        (request, store) => ({
          expect: request.expect.filter(({ id }) => store.row(request.scope, id) !== undefined),
        }),
      ),
    },
  'commit, as expected > names every record that is not as expected, and no other': {
    'names the first record that is not as expected, and no other': (sound) => ({
      async commit(request) {
        const result = await sound.commit(request);
        return result.committed ? result : { ...result, mismatched: result.mismatched.slice(0, 1) };
      },
    }),
    'names every record of a commit that it refuses': (sound) => ({
      async commit(request) {
        const result = await sound.commit(request);
        if (result.committed) return result;
        return { ...result, mismatched: request.expect.map(({ id }) => id) };
      },
    }),
  },
  'commit, as expected > a record that is superseded or has expired is there': {
    'looks for expected records among the current ones': changingCommits((request, store) => ({
      expect: request.expect.filter(
        ({ id }) => store.row(request.scope, id)?.record.supersededBy === undefined,
      ),
    })),
  },
  'commit, as expected > what is written to other records, here or in another scope, does not matter':
    {
      'refuses a commit where anything in the scope has changed': (sound, store) => {
        let known = 0;
        return {
          async commit(request) {
            const { expect, scope } = request;
            const there = store.rows(scope).length;
            if (expect.length > 0 && there !== known)
              return { committed: false, mismatched: expect.map(({ id }) => id) };
            const result = await sound.commit(request);
            if (expect.length > 0) known = store.rows(scope).length;
            return result;
          },
        };
      },
      'compares with records of every scope': (sound, store) => ({
        async commit(request) {
          const mismatched = store
            .names()
            .filter((scope) => scope !== request.scope)
            .flatMap((scope) =>
              request.expect.filter(({ id, version }) => {
                const row = store.row(scope, id);
                return row !== undefined && row.record.version !== version;
              }),
            )
            .map(({ id }) => id);
          return mismatched.length > 0 ? { committed: false, mismatched } : sound.commit(request);
        },
      }),
    },
  'commit, as expected > puts and removals of which nothing is expected happen in any case': {
    'refuses puts and removals of which nothing is expected': (sound, store) => ({
      async commit(request) {
        const named = new Set(request.expect.map(({ id }) => id));
        const others = request.removals.filter(
          (id) => !named.has(id) && (store.row(request.scope, id)?.record.version ?? 1) !== 1,
        );
        return others.length > 0 && named.size > 0
          ? { committed: false, mismatched: others }
          : sound.commit(request);
      },
    }),
  },
  'commit, as expected > prune keeps what was confirmed after its scan, and removes the rest': {
    'checks what puts expect, and removes in any case': changingCommits((request) => ({
      expect: request.expect.filter(({ id }) => !request.removals.includes(id)),
    })),
  },
  'commit, as expected > after an erasure no record is there': {
    'remembers versions after an erasure': (sound) => {
      const versions = new Map<string, number>();
      return {
        async commit(request) {
          const mismatched = request.expect
            .filter(({ id, version }) => (versions.get(id) ?? 0) !== version)
            .map(({ id }) => id);
          if (mismatched.length > 0) return { committed: false, mismatched };
          for (const { record } of request.puts) versions.set(record.id, record.version);
          for (const id of request.removals) versions.delete(id);
          return sound.commit({ ...request, expect: [] });
        },
      };
    },
  },
  'two writers > of parallel puts that expect the same version exactly one is taken, round after round':
    {
      'checks what is expected and writes a moment later': checkingEarly,
    },
  'two writers > a record that one confirms while another prunes it is pruned or confirmed, not both':
    {
      'prunes what another confirms at that moment': checkingEarly,
    },
  'two writers > of parallel commits over the same two records one is taken whole': {
    'writes the records of a commit one by one': (sound, store) => ({
      async commit(request) {
        const mismatched: string[] = [];
        for (const put of request.puts) {
          const { id } = put.record;
          const expect = request.expect.filter((expected) => expected.id === id);
          await nextTurn();
          const result = await sound.commit({ ...request, expect, puts: [put], removals: [] });
          if (!result.committed) mismatched.push(...mismatchedIn(store, request));
        }
        return mismatched.length > 0
          ? { committed: false, mismatched }
          : sound.commit({ ...request, expect: [], puts: [], audit: [] });
      },
    }),
  },
  'two writers > parallel commits over different records of a scope are all taken': {
    'lets only one commit of a scope be under way': (sound, store) => {
      const { underWay } = sharedBy(store);
      return {
        async commit(request) {
          if (underWay.has(request.scope))
            return { committed: false, mismatched: request.expect.map(({ id }) => id) };
          underWay.add(request.scope);
          await nextTurn();
          underWay.delete(request.scope);
          return sound.commit(request);
        },
      };
    },
  },
  'touch > changes no version': {
    'raises the version of what is read': (sound, store) => ({
      async touch(scope, ids, at) {
        await sound.touch(scope, ids, at);
        for (const id of ids) {
          const row = store.row(scope, id);
          if (row !== undefined) row.record.version += 1;
        }
      },
    }),
  },
};

function checkingEarly(...[sound, store]: Parameters<BreakIt>): ReturnType<BreakIt> {
  return {
    async commit(request) {
      const mismatched = mismatchedIn(store, request);
      if (mismatched.length > 0) return { committed: false, mismatched };
      await nextTurn();
      return sound.commit({ ...request, expect: [] });
    },
  };
}

const shared = new WeakMap<InMemoryStore, { underWay: Set<string> }>();

/** What all broken backends over one store know. */
function sharedBy(store: InMemoryStore): { underWay: Set<string> } {
  const known = shared.get(store) ?? { underWay: new Set<string>() };
  shared.set(store, known);
  return known;
}
