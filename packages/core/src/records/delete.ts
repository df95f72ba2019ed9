import { type MemoryRecord, MnemeError } from '@mneme/contract';
import { type EngineContext, noMemory, readMemories } from '@mneme/contract/context';
import { gate } from '@mneme/contract/gate';
import { parseId, parseOptions } from '@mneme/contract/input';
import type { DeleteOptions, DeleteReceipt } from './api.ts';
import { deleteFields } from './option-fields.ts';
import { scanAll } from './prune.ts';
import type { Removable } from './removal.ts';
import { removeForGood } from './remove-for-good.ts';
import { assertVersion } from './transitions.ts';
import { answersThatRepeat, turnsThatSay } from './turns-that-say.ts';

/**
 * Deletes the record and, unless its history should stay, everything that it has replaced, including what it replaces
 * meanwhile. With a fact go the turns that say it, and its claim is not learned again.
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
  const { keepHistory = false, keepTurns = false, dryRun = false, version, signal } = rest;
  const id = parseId(given);
  const removed = await removeForGood(context, scope, {
    what: `the memory ${id}`,
    because: id,
    reasonOf: (each) => (each === id ? reason : `${reason} (history of ${id})`),
    actor,
    dryRun,
    signal,
    async find(before) {
      const roots = await toRemove(context, scope, { id, keepHistory, signal });
      const root = roots.find((row) => row.id === id);
      if (root !== undefined) assertVersion(root, version);
      else if (!before.has(id)) throw noMemory(id);
      const records = roots.filter(isWhole);
      const facts = records.filter(({ kind }) => kind === 'fact');
      if (keepTurns) return { roots, claims: facts };
      if (facts.length === 0)
        return { roots, removed: await answersThatRepeat(context, scope, records) };
      const statements = facts.map(({ content, source: { speaker } }) => ({ content, speaker }));
      const turns = await turnsThatSay(context, scope, { statements, facts, signal });
      return { roots, claims: facts, ...turns };
    },
  });
  return { id, ...removed, reason };
}

/** Of a damaged record only some fields are known. */
function isWhole(row: Removable | MemoryRecord): row is MemoryRecord {
  return 'content' in row;
}

/**
 * The existing records, with their expected versions. Damaged ones can be deleted too, because their text is not read.
 */
async function toRemove(
  context: EngineContext,
  scope: string,
  { id, keepHistory, signal }: { id: string; keepHistory: boolean; signal?: AbortSignal },
): Promise<(Removable | MemoryRecord)[]> {
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

/** The record, and those that it has replaced directly or indirectly. Not those that replaced it. */
export function withReplaced<Row extends Removable>(id: string, rows: readonly Row[]): Row[] {
  const replaced = Map.groupBy(rows, ({ supersededBy }) => supersededBy);
  const found = new Set(rows.filter((row) => row.id === id));
  // Records that a removed record had replaced belong to its history.
  for (const row of replaced.get(id) ?? []) found.add(row);
  for (const row of found) for (const older of replaced.get(row.id) ?? []) found.add(older);
  return [...found];
}
