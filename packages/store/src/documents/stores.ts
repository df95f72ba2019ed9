import {
  cursorCodec,
  type ListStoresRequest,
  type PutStoreRequest,
  pageOf,
  type RemoveStoreRequest,
  type StoreInfo,
} from '@mneme/core/backend';
import type { RangeQuestion, Row } from '../rows/rows.ts';
import { requireStore, storeQuestion, toStore } from './document-rows.ts';
import type { DocumentGround } from './ground.ts';
import { removePassages } from './passages.ts';
import { readUntil } from './read-until.ts';

const cursors = cursorCodec('stores', ['number']);

export async function getStore(
  { rows }: DocumentGround,
  scope: string,
  storeId: string,
): Promise<StoreInfo | undefined> {
  const [[row] = []] = await rows.read(scope, [storeQuestion({ scope, storeId })]);
  return row && toStore(row);
}

export async function listStores(
  { rows, secret }: DocumentGround,
  request: ListStoresRequest,
): Promise<{ stores: StoreInfo[]; nextCursor?: string }> {
  const { scope, name, includeArchived, createdFrom = '', createdTo = '~', limit } = request;
  const owner = [secret, scope];
  const [before] = cursors.decode(request.cursor, owner) ?? [];
  const order =
    name === undefined
      ? { index: 'by_number', is: [scope] }
      : { index: 'by_name', is: [scope, name] };
  const found = await readUntil(limit + 1, before, async (before, size) => {
    const question: RangeQuestion = {
      ...{ table: 'stores', ...order, reverse: true, limit: size },
      ...(before !== undefined && { before: [before] }),
    };
    const [page = []] = await rows.read(scope, [question]);
    const all = page.map((row) => ({ number: row.number as number, store: toStore(row) }));
    return {
      found: all.filter(
        ({ store: { archivedAt, createdAt } }) =>
          (includeArchived || archivedAt === undefined) &&
          createdAt >= createdFrom &&
          createdAt <= createdTo,
      ),
      next: page.length < size ? undefined : all.at(-1)?.number,
    };
  });
  const { page, ...next } = pageOf(found, limit, ({ number }) => cursors.encode([number], owner));
  return { stores: page.map(({ store }) => store), ...next };
}

export async function putStore(
  { writer }: DocumentGround,
  { store, expect, audit }: PutStoreRequest,
): Promise<boolean> {
  const { scope, id, name } = store;
  const done = await writer.change(scope, {
    questions: [
      storeQuestion({ scope, storeId: id }),
      { table: 'stores', index: 'by_name', any: [[scope, name]], columns: ['info'] },
    ],
    decide(draft) {
      const [[stored] = [], named = []] = draft.answers;
      if ((stored?.version ?? 0) !== expect.version) return undefined;
      const isTaken = named.map(toStore).some(({ archivedAt }) => archivedAt === undefined);
      if (expect.freeName && isTaken) return undefined;
      draft.put('stores', [
        {
          ...(stored ?? {
            ...{ number: draft.after.next_number++, changed_at: store.createdAt },
            ...{ documents: 0, bytes: 0, chunks: 0 },
          }),
          ...{ id, name, version: store.version, updated_at: store.updatedAt },
          info: JSON.stringify(store),
        },
      ]);
      draft.audit([audit]);
      return true;
    },
  });
  return done === true;
}

export async function removeStore(
  { rows, writer, addRecords }: DocumentGround,
  { scope, storeId, unusedSince, audit, records }: RemoveStoreRequest,
): Promise<boolean> {
  const place = { scope, storeId };
  const done = await writer.change(scope, {
    questions: [
      storeQuestion(place),
      { table: 'chunks', index: 'by_number', is: [scope, storeId], columns: ['number'] },
    ],
    async decide(draft) {
      const [stored, chunks = []] = draft.answers;
      const store = requireStore(stored, place);
      if (unusedSince !== undefined && !isUnused(store, unusedSince)) return undefined;
      if (records !== undefined && !(await addRecords(draft, records))) return undefined;
      for (const table of ['documents', 'versions', 'stores']) draft.remove(table, [[storeId]]);
      removePassages(draft, { storeId, chunks });
      draft.after.documents -= store.documents as number;
      draft.after.bytes -= store.bytes as number;
      draft.audit([audit]);
      return true;
    },
  });
  await rows.remains?.({ wait: false });
  return done === true;
}

/** Whether it has no document, and nothing was written in it since that time. */
export function isUnused({ documents, changed_at, updated_at }: Row, since: string): boolean {
  return documents === 0 && String(changed_at) < since && String(updated_at) < since;
}
