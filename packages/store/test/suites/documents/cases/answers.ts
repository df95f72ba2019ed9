import type { BackendWithDocuments } from '@mneme/core/backend';
import { times } from '../../../../../conformance/src/model/chance.ts';
import { compare } from '../../../../../conformance/src/model/comparison.ts';
import type { Cases, StoreContext } from '../../context.ts';
import { DocumentModel } from '../../model/document-model.ts';
import { questions } from '../questions.ts';
import { DocumentWorld } from '../world.ts';

type Method = keyof typeof questions;

/** See {@link compare}. */
interface Case {
  /** Documents a store. */
  most?: number;
  /** Default: a store, some commits and a redaction. */
  writes?: readonly Method[];
  asks: readonly Method[];
}

/** Two backends on a store take turns. */
function compared({ most = 20, writes = ['putStore', 'commit', 'commit', 'redact'], asks }: Case) {
  return async ({ backend, another, seed }: StoreContext): Promise<void> => {
    const reference = new DocumentModel();
    const world = new DocumentWorld(reference, { seed, most });
    const backends = [backend, await another()];
    await compare<Method, DocumentWorld, BackendWithDocuments>(
      { seed, rounds: 15, writes, asks },
      { questions, world, reference, backends },
    );
  };
}

/** One case for each method that reads, each with documents of its own. */
export const answersCases: Cases = {
  'stores: every field, and lists by name and time': compared({
    writes: [...times(8, () => 'putStore' as const), 'removeStore', 'removeStore', 'commit'],
    asks: ['getStore', 'listStores'],
  }),
  'commit: all changes in order or none, as expected': compared({
    writes: ['putStore', 'putStore', 'touch', 'touch', ...times(8, () => 'commit' as const)],
    asks: ['getDocument', 'lookUp', 'getVersion'],
  }),
  'lookUp: each document once, those around a path, and what the scope holds': compared({
    asks: ['lookUp'],
  }),
  'listDocuments: by path, below a prefix, rolled up, page by page': compared({
    most: 40,
    writes: ['putStore', 'putStore', 'commit', 'commit', 'commit'],
    asks: ['listDocuments'],
  }),
  'versions: one for each change, filtered, page by page, as redacted': compared({
    most: 4,
    writes: ['putStore', 'commit', 'commit', 'commit', 'redact'],
    asks: ['listVersions', 'getVersion'],
  }),
  'search: both arms below a prefix, with the statistics of the store': compared({
    most: 40,
    writes: ['putStore', 'putStore', 'commit', 'commit', 'commit'],
    asks: ['search'],
  }),
  'findUnread: what was neither written nor read, and stores without documents': compared({
    most: 5,
    writes: ['putStore', 'putStore', 'commit', 'commit', 'touch', 'touch', 'removeStore'],
    asks: ['findUnread', 'getDocument'],
  }),
  'removeStore, erase: remove a whole store or scope': compared({
    most: 8,
    writes: [
      ...(['removeStore', 'erase', 'putStore', 'putStore', 'putStore'] as const),
      ...(['commit', 'commit', 'commit'] as const),
    ],
    asks: ['getStore', 'getDocument', 'listDocuments', 'listVersions', 'search', 'findUnread'],
  }),
};
