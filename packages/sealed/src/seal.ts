import { type FieldsOf, having, parseOptions } from '@mneme/core/input';
import { type StoreBackend, storeBackend } from '@mneme/store';
import type { Rows } from '@mneme/store/rows';
import { Ciphers } from './ciphers.ts';
import type { Keyring } from './keyring/keyring.ts';
import { sealingRows } from './rows/sealed-rows.ts';

/** What contents are sealed with. */
export interface SealOptions {
  /** Use one keyring for each memory: erasing a scope destroys its key for everything sealed with it. */
  keyring: Keyring;
}

const fields = {
  keyring: having<Keyring>('make', 'give one such as fileKeyring({ path, masterKey })'),
} satisfies FieldsOf<SealOptions>;

const parseRows = having<Rows>(
  ['read', 'write'],
  'give a backend over rows, such as sqliteBackend({ path }), or its rows',
);

/**
 * A memory whose texts are sealed before they leave this process (AES-256-GCM, a data key for each scope): content,
 * tags, source, metadata, actor and reason, and for documents also names, paths, descriptions and authors. What is
 * looked up is sealed the same way each time, with the same results as without. `erase` destroys the scope's key first:
 * then no copy and no backup can be read. `docs/encryption.md` says what stays visible.
 * @example
 * const backend = sealedBackend(sqliteBackend({ path: 'ada.db' }), { keyring });
 */
export function sealedBackend(
  backend: Pick<StoreBackend, 'rows' | 'options'>,
  options: SealOptions,
): StoreBackend {
  const { rows, options: also } = backend ?? {};
  return storeBackend(sealedOf(rows, 'backend.rows', options), also);
}

/** The same for rows, by the marks of their columns. `seal.destroyKey` of the result makes a scope unreadable. */
export function sealedRows(rows: Rows, options: SealOptions): Rows {
  return sealedOf(rows, 'rows', options);
}

function sealedOf(rows: Rows, field: string, options: SealOptions): Rows {
  const inner = parseRows(rows, field);
  const { keyring } = parseOptions(options ?? {}, fields, ['keyring']);
  return sealingRows(inner, new Ciphers(keyring));
}
