import type { BackendWithDocuments, DocumentBackend } from '@mneme/core/contract';
import {
  type DocumentBackendStore,
  type InMemoryStore,
  inMemoryDocumentBackend,
} from '../../src/index.ts';

/** Mistakes that a driver for documents could make, by the case (`group > name`) that must catch them. */
export type BrokenDocuments = Record<string, Record<string, BreakDocuments>>;

/** The methods that make a mistake, over a backend that does everything right. Called once a backend. */
export type BreakDocuments = (
  sound: SoundDocuments,
  store: InMemoryStore,
) => Partial<SoundDocuments>;

export type SoundDocuments = BackendWithDocuments & DocumentBackend;

/** A place whose backends all make the mistake. */
export function brokenPlace(breakIt: BreakDocuments, store: InMemoryStore): DocumentBackendStore {
  const make = () => {
    const sound = inMemoryDocumentBackend({ store });
    const changes = breakIt(sound, store);
    return new Proxy(sound, {
      get(target, key, broken) {
        if (key === 'documents') return broken;
        if (Object.hasOwn(changes, key)) return Reflect.get(changes, key);
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  };
  return {
    backend: make(),
    reopen: make,
    bytes: async () => [Buffer.from(JSON.stringify([...store.values]))],
    destroy: async () => undefined,
  };
}

export function storeIn(store: InMemoryStore, storeId: string) {
  return store.stores().find(({ info }) => info.id === storeId);
}
