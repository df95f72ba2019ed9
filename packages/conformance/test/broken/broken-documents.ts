import type { BackendWithDocuments, DocumentBackend } from '@mneme/core/contract';
import {
  type DocumentBackendStore,
  type InMemoryDocuments,
  inMemoryDocumentBackend,
} from '../../src/index.ts';

/** Mistakes that a driver for documents could make, by the case (`group > name`) that must catch them. */
export type BrokenDocuments = Record<string, Record<string, BreakDocuments>>;

/** The methods that make a mistake, over a backend that does everything right. Called once a backend. */
export type BreakDocuments = (
  sound: SoundDocuments,
  documents: InMemoryDocuments,
) => Partial<SoundDocuments>;

export type SoundDocuments = BackendWithDocuments & DocumentBackend;

/** A place whose backends all make the mistake. */
export function brokenPlace(
  breakIt: BreakDocuments,
  documents: InMemoryDocuments,
): DocumentBackendStore {
  const make = () => {
    const sound = inMemoryDocumentBackend({ documents });
    const changes = breakIt(sound, documents);
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
    bytes: async () => [Buffer.from(contentsOf(documents))],
    destroy: async () => undefined,
  };
}

function contentsOf({ stores, erased }: InMemoryDocuments & { erased?: unknown }): string {
  const rows = [...stores.values()].map(({ info, documents, versions }) => [
    info,
    [...documents.values()],
    versions,
  ]);
  return JSON.stringify([rows, erased]);
}
