import { type KeyBackend, type Lifecycle, MnemeError, type StoredKey } from '@mneme/core/backend';
import { type ColumnsOf, cellsOf, objectOf } from './columns.ts';
import type { LookUpQuestion, Row, Rows } from './rows/rows.ts';

/** What keys are built on. */
export interface KeyGround {
  rows: Rows;
}

/** Keys of a server over any store of rows. Nothing is cached, so what another process revokes is revoked at once. */
export function keysOf(life: Pick<Lifecycle<KeyGround>, 'calls'>): KeyBackend {
  return life.calls({ addKey, getKey, hasKey, listKeys, revokeKey });
}

async function addKey({ rows }: KeyGround, key: StoredKey): Promise<void> {
  for (;;) {
    const [known = [], [last] = []] = await rows.read(undefined, [
      questionOf(key.id),
      { table: 'keys', is: [], reverse: true, limit: 1, columns: ['number'] },
    ]);
    if (known.length > 0)
      throw new MnemeError('conflict', `there is a key ${key.id} already`, { field: 'id' });
    const number = 1 + ((last?.number as number | undefined) ?? 0);
    const isWritten = await rows.write(undefined, {
      expect: [{ table: 'keys', key: [number], column: 'number', value: undefined }],
      put: {
        keys: [
          {
            ...cellsOf(keyColumns, key),
            ...{ number, active: key.revokedAt === undefined ? 1 : null },
          },
        ],
      },
    });
    if (isWritten) return;
  }
}

async function getKey({ rows }: KeyGround, id: string): Promise<StoredKey | undefined> {
  const [[row] = []] = await rows.read(undefined, [questionOf(id)]);
  return row && toKey(row);
}

async function hasKey({ rows }: KeyGround): Promise<boolean> {
  const [found = []] = await rows.read(undefined, [
    { table: 'keys', index: 'by_activity', is: [1], limit: 1, columns: ['number'] },
  ]);
  return found.length > 0;
}

async function listKeys({ rows }: KeyGround, scope: string | undefined): Promise<StoredKey[]> {
  const [found = []] = await rows.read(undefined, [
    scope === undefined
      ? { table: 'keys', is: [] }
      : { table: 'keys', index: 'by_scope', is: [scope] },
  ]);
  return found.map(toKey);
}

async function revokeKey({ rows }: KeyGround, id: string, at: string): Promise<boolean> {
  for (;;) {
    const [[row] = []] = await rows.read(undefined, [questionOf(id)]);
    if (row === undefined) return false;
    if (row.revoked_at !== null) return true;
    const key = [row.number as number];
    const isWritten = await rows.write(undefined, {
      // Of several at once, the first time stays.
      expect: [{ table: 'keys', key, column: 'revoked_at', value: null }],
      patch: [{ table: 'keys', key, set: { revoked_at: at, active: null } }],
    });
    if (isWritten) return true;
  }
}

function questionOf(id: string): LookUpQuestion {
  return { table: 'keys', index: 'by_id', any: [[id]] };
}

const keyColumns: ColumnsOf<StoredKey> = {
  id: 'id',
  hash: 'hash',
  scope: 'scope',
  access: 'access',
  createdAt: 'created_at',
  revokedAt: 'revoked_at',
};

const toKey = (row: Row): StoredKey => objectOf(keyColumns, row);
