import {
  type AnyRecord,
  cursorCodec,
  type MemoryBackend,
  MnemeError,
  type StoreCheckPage,
  type StoreFault,
} from '@mneme/core/contract';
import type { Ciphers } from './ciphers.ts';
import { openRecord } from './records.ts';
import { isSealedScope } from './sealed-scope.ts';

type CheckStore = NonNullable<MemoryBackend['checkStore']>;

const cursors = cursorCodec('sealed check', ['string', 'string', 'string']);
const cursorOf = (...place: [part: 'store' | 'records', scope: string, cursor: string]) =>
  cursors.encode(place, []);

/** First the inner store's own check, then whether each record can be opened. */
export async function checkStore(
  inner: MemoryBackend,
  ciphers: Ciphers,
  { scope, limit, cursor }: Parameters<CheckStore>[0],
): Promise<StoreCheckPage> {
  const only = scope && (await ciphers.sealScope(scope));
  const [part, at, innerCursor] = cursors.decode(cursor, []) ?? ['store', '', ''];
  if (part === 'store') {
    const page = await inner.checkStore!({
      limit,
      ...(only === undefined ? {} : { scope: only }),
      ...(innerCursor === '' ? {} : { cursor: innerCursor }),
    });
    for (const fault of page.faults)
      if (fault.scope !== undefined && isSealedScope(fault.scope))
        fault.scope = await ciphers.openScope(fault.scope);
    const next = page.nextCursor;
    return {
      ...page,
      nextCursor: next ? cursorOf('store', '', next) : cursorOf('records', '', ''),
    };
  }
  const scopes = only === undefined ? (await inner.scopes()).sort() : [only];
  const current = scopes.find((name) => name >= at);
  if (current === undefined) return { faults: [] };
  const resumed = current === at && innerCursor !== '' ? innerCursor : undefined;
  const { rows, nextCursor } = await inner.scan({ scope: current, limit, cursor: resumed });
  const following = scopes.find((name) => name > current);
  const faults = await faultsOf(inner, ciphers, {
    sealedScope: current,
    ids: rows.map(({ id }) => id),
  });
  return {
    faults,
    ...(nextCursor !== undefined && { nextCursor: cursorOf('records', current, nextCursor) }),
    ...(nextCursor === undefined &&
      following !== undefined && { nextCursor: cursorOf('records', following, '') }),
  };
}

async function faultsOf(
  inner: MemoryBackend,
  ciphers: Ciphers,
  { sealedScope, ids }: { sealedScope: string; ids: readonly string[] },
): Promise<StoreFault[]> {
  const scope = await ciphers.openScope(sealedScope);
  const cipher = await ciphers.reading(scope);
  return (await readable(inner, sealedScope, ids)).flatMap((record): StoreFault[] => {
    try {
      openRecord(record, scope, cipher);
      return [];
    } catch (error) {
      if (!MnemeError.isInstance(error)) throw error;
      return [{ kind: 'checksum', problem: error.message, scope, id: record.id, mend: 'none' }];
    }
  });
}

/** Without those that the store itself found damaged. */
async function readable(
  inner: MemoryBackend,
  sealedScope: string,
  ids: readonly string[],
): Promise<AnyRecord[]> {
  try {
    return (await inner.get(sealedScope, ids)).map(({ record }) => record);
  } catch (error) {
    if (!MnemeError.isInstance(error) || error.code !== 'damaged') throw error;
    if (ids.length < 2) return [];
    const half = Math.ceil(ids.length / 2);
    const first = await readable(inner, sealedScope, ids.slice(0, half));
    return [...first, ...(await readable(inner, sealedScope, ids.slice(half)))];
  }
}
