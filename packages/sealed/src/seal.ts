import type { DocumentBackend, KeyBackend, MemoryBackend } from '@mneme/core/contract';
import { type FieldsOf, having, parseOptions } from '@mneme/core/input';
import { Ciphers } from './ciphers.ts';
import { SealedDocuments } from './documents/sealed-documents.ts';
import type { Keyring } from './keyring/keyring.ts';
import { SealedBackend } from './sealed-backend.ts';
import { sealKeys } from './sealed-keys.ts';

/** What contents are sealed with. */
export interface SealOptions {
  /** One keyring a memory: an erasure of a scope destroys its key for all that is sealed with it. */
  keyring: Keyring;
}

const fields = {
  keyring: having<Keyring>('make', 'give one such as fileKeyring({ path, masterKey })'),
} satisfies FieldsOf<SealOptions>;

const parseBackend = having<MemoryBackend>('commit', 'give the backend that is to be sealed');
const parseDocuments = having<DocumentBackend>(
  'commit',
  'give the documents that are to be sealed',
);

function ciphersOf(options: SealOptions): Ciphers {
  return new Ciphers(parseOptions(options ?? {}, fields, ['keyring']).keyring);
}

/**
 * A memory whose texts leave this process sealed (AES-256-GCM, a data key a scope): content, tags, source, metadata,
 * actor and reason, and of documents names, paths, descriptions and authors too. Words, tags and fields are found by
 * keyed hashes, so that everything is found as without. `erase` destroys the scope's key first: then no copy and no
 * backup can be read. `docs/encryption.md` says what stays visible.
 *
 * @example
 * const backend = sealedBackend(sqliteBackend({ path: 'ada.db' }), { keyring });
 */
export function sealedBackend(backend: MemoryBackend, options: SealOptions): MemoryBackend {
  return new SealedBackend(parseBackend(backend, 'backend'), ciphersOf(options));
}

/** The same for documents that lie in a store of their own. Their key goes with the erasure of the records. */
export function sealedDocuments(documents: DocumentBackend, options: SealOptions): DocumentBackend {
  return new SealedDocuments(parseDocuments(documents, 'documents'), ciphersOf(options));
}

/** The keys of a server, with the names of their scopes sealed. */
export function sealedKeys(keys: KeyBackend, options: SealOptions): KeyBackend {
  return sealKeys(keys, ciphersOf(options));
}
