import {
  cursorCodec,
  type DocumentActor,
  type DocumentVersion,
  type InStore,
  type ListVersionsRequest,
  pageOf,
  partsOfActor,
  type RedactRequest,
} from '@mneme/core/backend';
import type { LookUpQuestion, Rows } from '../rows/rows.ts';
import { requireStore, sizeOf, storeQuestion, toVersion } from './document-rows.ts';
import type { DocumentGround } from './ground.ts';
import { readUntil } from './read-until.ts';

const cursors = cursorCodec('versions', ['number']);

export async function getVersion(
  { rows }: DocumentGround,
  { versionId, ...place }: InStore & { versionId: string },
): Promise<DocumentVersion | undefined> {
  const [stored, [row] = []] = await rows.read(place.scope, [
    storeQuestion(place),
    versionsQuestion(place, [versionId]),
  ]);
  requireStore(stored, place);
  return row && toVersion(row);
}

export async function listVersions(
  { rows, secret }: DocumentGround,
  request: ListVersionsRequest,
): Promise<{ versions: DocumentVersion[]; nextCursor?: string }> {
  const { scope, storeId, documentId, withContent, limit } = request;
  const owner = [secret, scope, storeId];
  const [start] = cursors.decode(request.cursor, owner) ?? [];
  // Where a filter leaves versions out, only the contents of the others are read.
  const readsAll = withContent && !isFiltered(request);
  const order =
    documentId === undefined
      ? { index: 'by_number', is: [scope, storeId] }
      : { index: 'by_document', is: [scope, storeId, documentId] };
  const columns = ['id', 'number', 'version', ...(readsAll ? ['content'] : [])];
  const found = await readUntil(limit + 1, start, async (before, size) => {
    const [page = [], stored] = await rows.read(scope, [
      {
        ...{ table: 'versions', ...order, reverse: true, limit: size, columns },
        ...(before !== undefined && { before: [before] }),
      },
      storeQuestion(request),
    ]);
    requireStore(stored, request);
    return {
      found: page
        .map((row) => ({ row, version: toVersion(row) }))
        .filter(({ version }) => passes(version, request)),
      next: page.length < size ? undefined : (page.at(-1)?.number as number),
    };
  });
  const { page, ...next } = pageOf(found, limit, ({ row }) =>
    cursors.encode([row.number as number], owner),
  );
  const versions = page.map(({ version }) => version);
  if (!withContent || readsAll || versions.length === 0) return { versions, ...next };
  return { versions: await readWhole(rows, request, versions), ...next };
}

/** Versions with their contents; without those that were removed meanwhile. */
async function readWhole(
  rows: Rows,
  place: InStore,
  versions: readonly DocumentVersion[],
): Promise<DocumentVersion[]> {
  const ids = versions.map(({ id }) => id);
  const [whole = []] = await rows.read(place.scope, [versionsQuestion(place, ids)]);
  return whole.map(toVersion);
}

export async function redact(
  { rows, writer }: DocumentGround,
  { version, audit, ...place }: RedactRequest,
): Promise<boolean> {
  const { scope, storeId } = place;
  const done = await writer.change(scope, {
    questions: [
      storeQuestion(place),
      { ...versionsQuestion(place, [version.id]), columns: ['number', 'version'] },
    ],
    decide(draft) {
      const [stored, [row] = []] = draft.answers;
      requireStore(stored, place);
      if (row === undefined || toVersion(row).redactedAt !== undefined) return undefined;
      const bytes = -sizeOf(row);
      draft.patch('versions', {
        key: [storeId, version.id],
        set: { version: JSON.stringify(version), content: null },
      });
      draft.after.bytes += bytes;
      draft.patch('stores', { key: [storeId], add: { bytes } });
      draft.audit([audit]);
      return true;
    },
  });
  await rows.remains?.({ wait: false });
  return done === true;
}

function versionsQuestion({ scope, storeId }: InStore, ids: readonly string[]): LookUpQuestion {
  return { table: 'versions', any: ids.map((id) => [scope, storeId, id]) };
}

function isFiltered({ operation, createdBy, createdFrom, createdTo }: ListVersionsRequest) {
  return [operation, createdBy, createdFrom, createdTo].some((each) => each !== undefined);
}

function passes(
  version: DocumentVersion,
  { operation, createdBy, createdFrom = '', createdTo = '~' }: ListVersionsRequest,
): boolean {
  return (
    (operation === undefined || version.operation === operation) &&
    (createdBy === undefined || isSame(version.createdBy, createdBy)) &&
    version.createdAt >= createdFrom &&
    version.createdAt <= createdTo
  );
}

function isSame(one: DocumentActor | undefined, other: DocumentActor): boolean {
  return one !== undefined && partsOfActor(one).join() === partsOfActor(other).join();
}
