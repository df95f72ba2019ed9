import { randomUUID } from 'node:crypto';
import { type Condition, type Filter, matches, unchanged } from './filter.ts';
import { vectorNameOf } from './identity.ts';
import { payloadOf } from './points.ts';
import type { Store } from './store.ts';
import { type StorePayload, storePointId } from './store-point.ts';
import { pointId } from './uuid.ts';
import { inBatches, type Operation, write, writeIfThere, writeMade } from './write.ts';
import { headOf, type VectorNames, type WrittenPoint } from './written-point.ts';

/** The planned changes of a commit of several records. See `commit.ts` for the steps. */
export interface Change {
  /** New records, in their final form. */
  added: readonly WrittenPoint[];
  /** New forms of existing records. */
  replaced: readonly WrittenPoint[];
  removed: readonly string[];
  /** Points with the audit lines of the commit, and with those that were in the records. */
  ownLines: readonly WrittenPoint[];
  movedLines: readonly WrittenPoint[];
  /** The current versions of replaced or removed records. */
  versions: ReadonlyMap<string, number>;
}

/** The contents of an intent's point: enough for anybody to finish or undo the commit. */
export interface Plan {
  /** New records, hidden until the commit is decided: current ones, and those of the history. */
  current: string[];
  history: string[];
  replaced: string[];
  removed: string[];
  lines: readonly WrittenPoint[];
}

/** Ids of an intent and of its seal. */
export interface IntentMark {
  /** Beside the writers' marks: each commit and each search reads these of its scope. */
  headScope: string;
  /** Time by the writer's clock. */
  intentAt: number;
  intentId: string;
}

/** A running commit. */
export interface Intent {
  id: string;
  scope: string;
  plan: Plan;
}

/**
 * While there is an intent without a seal, the commit is undecided. With a seal it is decided. The intent is removed
 * when the commit is finished or abandoned.
 */
export const sealOf = (intent: string) => pointId('seal', intent);
/** The place of a record's new form until the commit is decided. */
export const formOf = (intent: string, record: string) => pointId('form', intent, record);

const isRecord = (point: WrittenPoint) => point.payload.superseded === false;
const idsOf = (points: readonly WrittenPoint[]) => points.map(({ id }) => id);

/**
 * Writes the planned changes with hidden new records, and claims existing ones. Adds ids of intents that it may have
 * left behind to `lost`: a seal is never made twice, so each attempt has its own intent.
 */
export async function stage(
  store: Store,
  scope: string,
  { change, lost }: { change: Change; lost: Set<string> },
): Promise<Intent> {
  const { added, replaced, removed, ownLines, movedLines } = change;
  const plan: Plan = {
    current: idsOf(added.filter(isRecord)),
    history: idsOf(added.filter((point) => !isRecord(point))),
    replaced: idsOf(replaced),
    removed: [...removed],
    lines: [...ownLines, ...movedLines],
  };
  let id = '';
  let later: WrittenPoint[][] = [];
  const insert = (points: WrittenPoint[]): Operation => ({
    upsert: { points, update_mode: 'insert_only' },
  });
  const claims = (): Operation[] => {
    const filter = claimable(scope, change.versions);
    return filter === undefined ? [] : [{ set_payload: { payload: { claim: id }, filter } }];
  };
  await writeMade(store, () => {
    id = randomUUID();
    lost.add(id);
    const mark: IntentMark = { headScope: scope, intentAt: Date.now(), intentId: id };
    const seal = { id: sealOf(id), vector: {}, payload: { ...mark, sealed: false } };
    const [first = [], ...rest] = inBatches([
      { id, vector: {}, payload: { ...mark, plan: JSON.stringify(plan) } },
      ...added.map((point) => hidden(point, scope, id)),
      ...replaced.map((point) => form(point, scope, id)),
    ]);
    later = rest;
    return [insert([seal]), insert(first), ...(rest.length === 0 ? claims() : [])];
  });
  for (const [index, batch] of later.entries())
    await write(store, [insert(batch), ...(index === later.length - 1 ? claims() : [])]);
  lost.delete(id);
  return { id, scope, plan };
}

/** The point of a record that is not visible yet: reads look for `scope`, counts for `superseded`, and it has neither. */
function hidden({ id, vector, payload }: WrittenPoint, scope: string, claim: string): WrittenPoint {
  const { scope: _, superseded: __, ...rest } = payload;
  return { id, vector, payload: { ...rest, openIn: scope, claim } };
}

function form({ id, vector, payload }: WrittenPoint, scope: string, intent: string): WrittenPoint {
  const text = JSON.stringify(payload);
  return { id: formOf(intent, id), vector, payload: { openIn: scope, form: text } };
}

function claimable(scope: string, versions: ReadonlyMap<string, number>): Filter | undefined {
  if (versions.size === 0) return undefined;
  const byVersion = Map.groupBy(versions.keys(), (id) => versions.get(id) as number);
  return { should: [...byVersion].map(([version, ids]) => unchanged(scope, ids, version)) };
}

/** Whether every record of the commit is claimed by it, and its vectors are still the right ones. */
export async function isWholeOurs(
  store: Store,
  { id, plan }: Intent,
  { current }: VectorNames,
): Promise<boolean> {
  const ids = recordsOf(plan);
  const found = await store.request((client) =>
    client.retrieve(store.collection, {
      ids: [...ids, storePointId],
      with_payload: ['claim', 'embedder'],
      with_vector: false,
    }),
  );
  const own = found.find((point) => point.id === storePointId)?.payload as StorePayload | undefined;
  if (current !== undefined && own?.embedder && vectorNameOf(own.embedder) !== current)
    return false;
  return found.filter((point) => payloadOf(point).claim === id).length === ids.length;
}

/**
 * Seals the intent and applies it, in one request if it fits. False if another writer has undone it; because answers
 * may be lost, it checks whether the commit was applied already.
 */
export async function sealAndFinish(
  store: Store,
  intent: Intent,
  { change, commits }: { change: Change; commits: number },
): Promise<boolean> {
  const seal: Operation = {
    set_payload: { payload: { sealed: true }, points: [sealOf(intent.id)] },
  };
  const { replaced } = change;
  const [first = [], ...rest] = finishing(store, intent, { forms: replaced, commits });
  if (!(await writeIfThere(store, [seal, ...first]))) return wasDone(store, change);
  for (const operations of rest) await write(store, operations);
  return true;
}

/**
 * Each operation may be repeated, by anybody: a record that the intent no longer claims does not change. All stay
 * claimed until everything is done, so that a writer of any of them first finishes the rest.
 */
export function finishing(
  store: Store,
  { id, scope, plan }: Intent,
  { forms, commits }: { forms: readonly WrittenPoint[]; commits: number },
): Operation[][] {
  // In JSON `null` removes a field.
  const set = (ids: string[], payload: Record<string, unknown>): Operation[] =>
    ids.length === 0 ? [] : [{ set_payload: { payload, filter: claimedBy(id, ids) } }];
  const claimed = forms.map((point) => ({ ...point, payload: { ...point.payload, claim: id } }));
  const requests = inBatches(claimed).map((points): Operation[] =>
    points.length === 0
      ? []
      : [
          {
            upsert: {
              points,
              update_mode: 'update_only',
              update_filter: claimedBy(id, idsOf(points)),
            },
          },
        ],
  );
  requests[0]?.unshift(
    ...set(plan.current, { scope, superseded: false, openIn: null }),
    ...set(plan.history, { scope, superseded: true, openIn: null }),
  );
  const last = requests.at(-1);
  if (plan.removed.length > 0) last?.push({ delete: { filter: claimedBy(id, plan.removed) } });
  last?.push(
    { upsert: { points: [...plan.lines, headOf(store, scope, commits)] } },
    ...set([...plan.current, ...plan.history, ...plan.replaced], { claim: null }),
    { delete: { points: pointsOfIntent(id, plan) } },
  );
  return requests;
}

const claimedBy = (intent: string, ids: readonly string[], ...more: Condition[]): Filter => ({
  must: [{ has_id: [...ids] }, matches('claim', intent), ...more],
});

const recordsOf = ({ current, history, replaced, removed }: Plan) => [
  ...current,
  ...history,
  ...replaced,
  ...removed,
];

const pointsOfIntent = (id: string, { replaced }: Plan) => [
  id,
  sealOf(id),
  ...replaced.map((record) => formOf(id, record)),
];

async function wasDone(
  store: Store,
  { added, replaced, removed, ownLines }: Change,
): Promise<boolean> {
  const records = [...added, ...replaced];
  const ids = [...idsOf(ownLines), ...idsOf(records)];
  const found = await store.request((client) =>
    client.retrieve(store.collection, {
      ids: ids.length > 0 ? ids : [...removed],
      with_payload: ['commit', 'scope'],
      with_vector: false,
    }),
  );
  if (ids.length === 0) return found.length === 0;
  const commit = records[0]?.payload.commit;
  const lines = new Set<string | number>(idsOf(ownLines));
  return found.some((point) => {
    const { commit: last, scope } = payloadOf(point);
    return lines.has(point.id) || (last === commit && scope !== undefined);
  });
}

/** Releases everything that the intent has claimed, and removes hidden records. Only for one that is not sealed. */
export async function undo(store: Store, { id, plan }: Intent): Promise<void> {
  await release(store, id, recordsOf(plan), { delete: { points: pointsOfIntent(id, plan) } });
}

export async function release(
  store: Store,
  intent: string,
  ids: readonly string[],
  ...more: Operation[]
): Promise<void> {
  const isHidden = { must_not: [{ is_empty: { key: 'openIn' } }] };
  await write(store, [
    { delete: { filter: claimedBy(intent, ids, isHidden) } },
    { set_payload: { payload: { claim: null }, filter: claimedBy(intent, ids) } },
    ...more,
  ]);
}
