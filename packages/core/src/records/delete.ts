import { type AuditEntry, type MemoryRecord, MnemeError } from '../contract/index.ts';
import type { EngineContext } from '../engine/index.ts';
import { readMemories, throwIfAborted } from '../engine/index.ts';
import { parseId, parseOptions } from '../input/index.ts';
import { gate } from '../secrets/index.ts';
import type { DeleteOptions, DeleteReceipt } from './api.ts';
import { deleteFields } from './option-fields.ts';
import { scanAll } from './prune.ts';
import { unlinked } from './read-contest.ts';
import { rewritten } from './record-keys.ts';

/** Each lost race means that another writer got on, so this many in a row means that something is wrong. */
const maxAttempts = 100;

/** The record and, unless its history is to be kept, all that it has replaced, however often that happens meanwhile. */
export async function deleteRecord(
  context: EngineContext,
  scope: string,
  { id: given, options }: { id: string; options: DeleteOptions },
): Promise<DeleteReceipt> {
  const {
    actor = 'application',
    reason = 'deleted',
    ...rest
  } = gate(parseOptions(options, deleteFields), context.secrets).value;
  const { keepHistory = false, signal } = rest;
  const { backend } = context;
  const id = parseId(given);
  const at = context.now();
  const removed = new Set<string>();
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    throwIfAborted(signal);
    const found = await toRemove(context, scope, { id, keepHistory, signal });
    if (!removed.has(id) && !found.some((row) => row.id === id)) throw notFound(id);
    if (found.length === 0) {
      return {
        id,
        removed: [...removed],
        deletedAt: at,
        reason,
        ...(await backend.remains({ wait: false })),
      };
    }
    const removals = found.map((each) => each.id);
    const audit = removals.map(
      (each): AuditEntry => ({
        at,
        action: 'delete',
        scope,
        id: each,
        actor,
        reason: each === id ? reason : `${reason} (history of ${id})`,
      }),
    );
    const linked = await contested(context, scope, found);
    const expect = [...found, ...linked].map(({ id, version }) => ({ id, version }));
    const puts = linked.map((record) => rewritten(unlinked(record, removals, at)));
    const result = await backend.commit({ scope, expect, puts, removals, audit });
    if (result.committed) for (const each of result.removed) removed.add(each);
  }
  throw new MnemeError(
    'conflict',
    `other writers changed the memory ${id} ${maxAttempts} times in a row while it was deleted: try again`,
  );
}

/** Records that contest one of those, or are contested by one: they lose the link. */
async function contested(
  { backend }: EngineContext,
  scope: string,
  found: readonly Replaceable[],
): Promise<MemoryRecord[]> {
  const ids = new Set(
    found.flatMap(({ contests = [], contestedBy = [] }) => [...contests, ...contestedBy]),
  );
  for (const { id } of found) ids.delete(id);
  return ids.size === 0 ? [] : readMemories(backend, scope, [...ids]);
}

type Replaceable = Pick<
  MemoryRecord,
  'id' | 'version' | 'supersededBy' | 'contests' | 'contestedBy'
>;

/** What is there of it, with the versions that are expected. What is damaged can be deleted too: its text is not read. */
async function toRemove(
  context: EngineContext,
  scope: string,
  { id, keepHistory, signal }: { id: string; keepHistory: boolean; signal?: AbortSignal },
): Promise<Replaceable[]> {
  const { backend } = context;
  const read = () =>
    keepHistory ? readMemories(backend, scope, [id]) : backend.history(scope, id);
  const rows = await read().catch((error: unknown) => {
    if (MnemeError.isInstance(error) && error.code === 'damaged')
      return scanAll(context, scope, signal);
    throw error;
  });
  return keepHistory ? rows.filter((row) => row.id === id) : withReplaced(id, rows);
}

/** The record, and those that it has replaced, directly or by way of others. Not those that replaced it. */
function withReplaced(id: string, rows: readonly Replaceable[]): Replaceable[] {
  const replaced = new Map<string | undefined, Replaceable[]>();
  for (const row of rows)
    replaced.set(row.supersededBy, [...(replaced.get(row.supersededBy) ?? []), row]);
  const found = new Set(rows.filter((row) => row.id === id));
  // What a record that is gone had replaced is still its history.
  for (const row of replaced.get(id) ?? []) found.add(row);
  for (const row of found) for (const older of replaced.get(row.id) ?? []) found.add(older);
  return [...found];
}

function notFound(id: string): MnemeError {
  return new MnemeError(
    'not_found',
    `no memory of this scope has the id ${id}: list shows what is there`,
    { field: 'id' },
  );
}
