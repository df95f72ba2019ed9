import type { BackendWithDocuments, DocumentBackend } from '@mneme/core/contract';
import {
  type DocumentBackendStore,
  type InMemoryDocuments,
  inMemoryDocumentBackend,
} from '../../src/index.ts';

/** One mistake that a driver for documents could make, and the case that must catch it. */
export interface BrokenDocuments {
  /** What it does wrong: `forgets the scope`. */
  mistake: string;
  /** `group > name` of the case. */
  caughtBy: string;
  /** The methods that do it, over a backend that does everything right. Called once a backend. */
  breakIt(sound: SoundDocuments, documents: InMemoryDocuments): Partial<SoundDocuments>;
}

export type SoundDocuments = BackendWithDocuments & DocumentBackend;

/** A place whose backends all make the mistake. */
export function brokenPlace(
  { breakIt }: Pick<BrokenDocuments, 'breakIt'>,
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
