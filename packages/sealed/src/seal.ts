import type { BackendWithDocuments, MemoryBackend } from '@mneme/core/contract';
import { type FieldsOf, having, parseOptions, parsePlace } from '@mneme/core/input';
import type { Rows } from '@mneme/store/rows';
import { Ciphers } from './ciphers.ts';
import type { Keyring } from './keyring/keyring.ts';
import { SealedRows } from './rows/sealed-rows.ts';
import { SealedBackend } from './sealed-backend.ts';
import { SealedStore } from './sealed-store.ts';

/** What contents are sealed with. */
export interface SealOptions {
  /** Use one keyring for each memory: erasing a scope destroys its key for everything sealed with it. */
  keyring: Keyring;
}

const fields = {
  keyring: having<Keyring>('make', 'give one such as fileKeyring({ path, masterKey })'),
} satisfies FieldsOf<SealOptions>;

const parseBackend = having<MemoryBackend>('commit', 'give the backend that is to be sealed');
function ciphersOf(options: SealOptions): Ciphers {
  return new Ciphers(parseOptions(options ?? {}, fields, ['keyring']).keyring);
}

/**
 * A memory whose texts are sealed before they leave this process (AES-256-GCM, a data key for each scope): content,
 * tags, source, metadata, actor and reason, and for documents also names, paths, descriptions and authors. Words, tags
 * and fields are found by keyed hashes, with the same results as without. `erase` destroys the scope's key first: then
 * no copy and no backup can be read. `docs/encryption.md` says what stays visible.
 * @example
 * const backend = sealedBackend(sqliteBackend({ path: 'ada.db' }), { keyring });
 */
export function sealedBackend(backend: MemoryBackend, options: SealOptions): MemoryBackend {
  return new SealedBackend(parseBackend(backend, 'backend'), ciphersOf(options));
}

/** The same for a backend that has only documents. */
export function sealedDocuments(
  backend: BackendWithDocuments,
  options: SealOptions,
): BackendWithDocuments {
  const sealed = new SealedStore(parsePlace(backend, 'backend'), ciphersOf(options));
  return sealed as SealedStore & BackendWithDocuments;
}

/**
 * Rows that are sealed before they leave this process (AES-256-GCM, a data key for each scope), by the marks of their
 * columns. `seal.destroyKey` of the result makes a scope unreadable in every copy.
 */
export function sealedRows(rows: Rows, options: SealOptions): Rows {
  const given = having<Rows>(['read', 'write'], 'give the rows that are to be sealed')(
    rows,
    'rows',
  );
  return new SealedRows(given, ciphersOf(options));
}
