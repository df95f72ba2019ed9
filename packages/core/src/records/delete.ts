import { type EngineContext, noMemory, readMemories, untilCommitted } from '@mneme/engine/context';
import { historyOf, MnemeError, remainsOf } from '@mneme/engine/contract';
import { gate } from '@mneme/engine/gate';
import { parseId, parseOptions } from '@mneme/engine/input';
import type { DeleteOptions, DeleteReceipt } from './api.ts';
import { deleteFields } from './option-fields.ts';
import { scanAll } from './prune.ts';
import { consequencesOf, type Removable, removalRequest } from './removal.ts';
import { assertVersion } from './transitions.ts';

/**
 * Deletes the record and, unless its history should stay, everything that it has replaced, including what it replaces
 * meanwhile.
 */
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
  const { keepHistory = false, dryRun = false, version, signal } = rest;
  const { backend } = context;
  const id = parseId(given);
  const at = context.now();
  const removed = new Set<string>();
  const forgotten = new Set<string>();
  const kept = new Set<string>();
  const reasonOf = (each: string) => (each === id ? reason : `${reason} (history of ${id})`);
  const attempt = async () => {
    const roots = await toRemove(context, scope, { id, keepHistory, signal });
    const root = roots.find((row) => row.id === id);
    if (root !== undefined) assertVersion(root, version);
    else if (!removed.has(id)) throw noMemory(id);
    if (roots.length === 0 || (dryRun && removed.size > 0)) {
      return {
        id,
        ...(dryRun ? { dryRun } : {}),
        removed: [...removed],
        forgotten: [...forgotten],
        kept: [...kept].filter((each) => !forgotten.has(each)),
        deletedAt: at,
        reason,
        ...(await remainsOf([backend], { wait: false })),
      };
    }
    const consequences = await consequencesOf(context, { scope, roots, at, signal });
    const by = { actor, reasonOf, because: id };
    const result = dryRun
      ? { committed: true, removed: roots.map((root) => root.id) }
      : await backend.commit(removalRequest({ scope, roots, at }, consequences, by));
    if (!result.committed) return undefined;
    for (const { id: each } of roots) if (result.removed.includes(each)) removed.add(each);
    for (const { id: each } of consequences.forgotten) forgotten.add(each);
    for (const { id: each } of consequences.kept) kept.add(each);
    // Also deletes what was written meanwhile.
    return undefined;
  };
  return untilCommitted(attempt, { what: `the memory ${id}`, meanwhile: 'it was deleted', signal });
}

/**
 * The existing records, with their expected versions. Damaged ones can be deleted too, because their text is not read.
 */
async function toRemove(
  context: EngineContext,
  scope: string,
  { id, keepHistory, signal }: { id: string; keepHistory: boolean; signal?: AbortSignal },
): Promise<Removable[]> {
  const { backend } = context;
  const read = () =>
    keepHistory ? readMemories(backend, scope, [id]) : historyOf(backend, scope, id);
  const rows = await read().catch((error: unknown) => {
    if (MnemeError.isInstance(error) && error.code === 'damaged')
      return scanAll(context, scope, signal);
    throw error;
  });
  return keepHistory ? rows.filter((row) => row.id === id) : withReplaced(id, rows);
}

/** The record, and those that it has replaced directly or indirectly. Not those that replaced it. */
function withReplaced(id: string, rows: readonly Removable[]): Removable[] {
  const replaced = Map.groupBy(rows, ({ supersededBy }) => supersededBy);
  const found = new Set(rows.filter((row) => row.id === id));
  // Records that a removed record had replaced belong to its history.
  for (const row of replaced.get(id) ?? []) found.add(row);
  for (const row of found) for (const older of replaced.get(row.id) ?? []) found.add(older);
  return [...found];
}
