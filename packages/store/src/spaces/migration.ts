import {
  cursorCodec,
  type EmbedderIdentity,
  type EmbeddingMigration,
  type Lifecycle,
  type PendingText,
  type SpaceProgress,
} from '@mneme/core/backend';
import type { SummedRows } from '../checksums/summed-rows.ts';
import { pendingPassages } from '../documents/index.ts';
import type { RecordGround } from '../records/ground.ts';
import { changeMeta, metaIn, metaQuestion } from '../scopes/meta.ts';
import { clearSpaces, countVectors } from './clear-spaces.ts';
import { fillSpace } from './fill-space.ts';
import { pendingRecords } from './pending-records.ts';
import { type SpaceToFill, spaceFor, spaceToFill } from './space-of.ts';
import { keyOf, placeOf, type TextPlace } from './text-place.ts';

type Page = Awaited<ReturnType<EmbeddingMigration['pending']>>;

/** Changes the embedder of a store. Everything without a vector in the space being built is pending, whoever wrote it. */
export function migrationOf(life: Pick<Lifecycle<RecordGround>, 'calls'>): EmbeddingMigration {
  return {
    // A write that the last look for pending texts missed is marked as pending.
    lateWritesMs: 1,
    ...life.calls({ begin, pending, fill: fillSpace, finish, clear: clearSpaces, abandon }),
  };
}

async function begin({ rows }: RecordGround, next: EmbedderIdentity): Promise<SpaceProgress> {
  const meta = await changeMeta(rows, (meta) => {
    if (spaceFor(meta.current, next) || meta.next !== undefined) return meta;
    const number = meta.lastSpace + 1;
    return { ...meta, lastSpace: number, next: { number, embedder: next } };
  });
  const { space, isCurrent } = spaceToFill(rows, meta, next);
  if (isCurrent) return { switched: true, done: 0, pending: 0 };
  const [scopes = [], stores = []] = await rows.read(undefined, [
    { table: 'scopes', is: [], columns: ['records'] },
    { table: 'stores', is: [], columns: ['chunks'] },
  ]);
  const texts = [...scopes.map(({ records }) => records), ...stores.map(({ chunks }) => chunks)];
  const all = texts.reduce<number>((sum, count) => sum + Number(count), 0);
  const done = await countVectors(rows, space);
  return { switched: false, done, pending: all - done };
}

const cursors = cursorCodec('pending', ['string', 'string', 'number']);

const firstPending = { index: 'by_pending', is: [1], limit: 1, columns: ['scope'] };

/** Records first, then passages of documents. */
async function pending(
  { rows }: RecordGround,
  { next, cursor, limit }: { next: EmbedderIdentity; cursor?: string; limit: number },
): Promise<Page> {
  const [known, ...marked] = await rows.read(undefined, [
    metaQuestion,
    ...['records', 'chunks'].map((table) => ({ table, ...firstPending })),
  ]);
  const filled = spaceToFill(rows, metaIn(known), next);
  // Usual at each opening.
  if (filled.isCurrent && marked.flat().length === 0) return { texts: [] };
  const [kind = 'record', scope, number] = cursors.decode(cursor, []) ?? [];
  const after = scope === undefined ? undefined : { scope, number: number as number };
  const texts = await textsAfter(rows, filled, { kind: kind as PendingText['kind'], after, limit });
  const last = texts.at(-1);
  if (last === undefined || texts.length < limit) return { texts };
  const place = placeOf(last);
  return { texts, nextCursor: cursors.encode([last.kind, place.scope, place.number], []) };
}

/** During a change of the embedder no text may be left out, so a damaged one rejects; otherwise others do not wait for it. */
async function textsAfter(
  rows: SummedRows,
  filled: SpaceToFill,
  {
    kind,
    after,
    limit,
  }: { kind: PendingText['kind']; after?: TextPlace | undefined; limit: number },
): Promise<PendingText[]> {
  const source = filled.isCurrent ? rows.marking : rows;
  if (kind === 'record') {
    const records = await pendingRecords(source, { ...filled, ...(after && { after }), limit });
    const texts = records.map(
      ({ record, ...place }): PendingText => ({ key: keyOf(place), kind, record }),
    );
    const left = limit - texts.length;
    return left === 0
      ? texts
      : [...texts, ...(await textsAfter(rows, filled, { kind: 'chunk', limit: left }))];
  }
  const passages = await pendingPassages(source, { ...filled, ...(after && { after }), limit });
  return passages.map(({ text, ...place }) => ({ key: keyOf(place), kind, text }));
}

/** Resolves to false while a text is pending. */
async function finish({ rows }: RecordGround, next: EmbedderIdentity): Promise<boolean> {
  let isDone = true;
  await changeMeta(rows, async (meta) => {
    const filled = spaceToFill(rows, meta, next);
    isDone =
      filled.isCurrent ||
      (await textsAfter(rows, filled, { kind: 'record', limit: 1 })).length === 0;
    return filled.isCurrent || !isDone ? meta : { ...meta, current: filled.space, next: undefined };
  });
  return isDone;
}

async function abandon({ rows }: RecordGround, next: EmbedderIdentity): Promise<void> {
  await changeMeta(rows, (meta) =>
    spaceFor(meta.next, next) ? { ...meta, next: undefined } : meta,
  );
}
