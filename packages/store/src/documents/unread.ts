import type { DocumentSummary, InStore } from '@mneme/core/backend';
import type { RangeQuestion } from '../rows/rows.ts';
import { later, requireStore, storeQuestion, toSummary } from './document-rows.ts';
import type { DocumentGround } from './ground.ts';
import { isUnused } from './stores.ts';

const storesAtOnce = 20;

/** No new revision of the scope: nobody decides by it but a deletion of what is unread, which expects it. */
export async function touchDocuments(
  { rows }: DocumentGround,
  { documentIds, at, ...place }: InStore & { documentIds: readonly string[]; at: string },
): Promise<void> {
  const { scope, storeId } = place;
  const any = [...new Set(documentIds)].sort().map((id) => [scope, storeId, id]);
  for (;;) {
    const [documents = []] = await rows.read(scope, [
      { table: 'documents', any, columns: ['id', 'updated_at'] },
    ]);
    if (documents.length === 0) {
      const [stored] = await rows.read(scope, [storeQuestion(place)]);
      requireStore(stored, place);
      return;
    }
    const touched = documents.map(({ id, updated_at }) => ({
      ...{ table: 'documents', key: [scope, storeId, id as string], column: 'updated_at' },
      value: updated_at as string,
    }));
    const isWritten = await rows.write(scope, {
      expect: touched,
      patch: touched.map(({ table, key, value }) => ({
        ...{ table, key, set: { last_read_at: at, used_at: later(at, value) } },
      })),
    });
    if (isWritten) return;
  }
}

export async function findUnread(
  { rows }: DocumentGround,
  { scope, before, limit }: { scope?: string; before: string; limit: number },
): Promise<{
  documents: { scope: string; document: DocumentSummary }[];
  stores: { scope: string; storeId: string }[];
}> {
  const documents: { scope: string; document: DocumentSummary }[] = [];
  const stores: { scope: string; storeId: string }[] = [];
  const is = scope === undefined ? [] : [scope];
  let last: { scope: string; id: string } | undefined;
  for (;;) {
    const after = last && (scope === undefined ? [last.scope, last.id] : [last.id]);
    const [page = []] = await rows.read(scope, [
      {
        ...{ table: 'stores', is, ...(after && { after }), limit: storesAtOnce },
        columns: ['scope', 'id', 'documents', 'changed_at', 'updated_at'],
      },
    ]);
    const unused = page.filter((row) => isUnused(row, before));
    for (const row of unused.slice(0, limit - stores.length))
      stores.push({ scope: row.scope as string, storeId: row.id as string });
    const scopes = new Set(page.map((row) => row.scope as string));
    if (last !== undefined) scopes.delete(last.scope);
    const wanted = limit - documents.length;
    const asked = wanted === 0 ? [] : [...scopes];
    const answers = await rows.read(
      scope,
      asked.map((each) => unreadQuestion(each, before, wanted)),
    );
    for (const row of answers.flat().slice(0, wanted))
      documents.push({ scope: row.scope as string, document: toSummary(row) });
    const end = page.at(-1);
    const isFull = documents.length >= limit && stores.length >= limit;
    if (isFull || end === undefined || page.length < storesAtOnce) return { documents, stores };
    last = { scope: end.scope as string, id: end.id as string };
  }
}

function unreadQuestion(scope: string, before: string, limit: number): RangeQuestion {
  const order = { table: 'documents', index: 'by_use', is: [scope] };
  return { ...order, before: [before], limit };
}
