import {
  type DeleteOptions,
  type MemoryCategory,
  type MemoryRecord,
  MnemeError,
  memoryCategories,
  type UpdateInput,
} from '@mneme/core';
import { leavingName } from '../page/parts.ts';
import { endOfDay } from '../page/time.ts';
import { memoryPage, missingPage } from '../views/memory.ts';
import type { Action, Visit } from '../visit.ts';
import type { Words } from '../words.ts';

/** How long a change can be undone. */
const undoMs = 10_000;

/** Changes text, category and tags, or importance, or expiry: whatever fields the form has. */
export const editMemory: Action = async (visit) => {
  const { scope, words } = visit;
  const id = visit.parameter('id');
  const before = await scope.get(id, { includeExpired: true });
  if (before === undefined) return missingPage(visit);
  const changes = changesOf(visit, before);
  const version = Number(visit.field('version'));
  const done = await unlessChanged(scope.update(id, changes, { ...by(visit), version }));
  if (done === undefined) {
    if (changes.content !== undefined)
      return memoryPage(visit, { content: changes.content, conflict: true });
    throw new MnemeError('conflict', words.memory.moved, { field: 'version' });
  }
  const back = visit.at(`/memory/${id}`);
  if (done.outcome === 'unchanged') visit.session.notice = (say) => say.memory.unchanged;
  else {
    const after = { ...by(visit, 'undone'), version: version + 1 };
    const undo = () => scope.update(id, formerly(before, changes), after);
    const notice = (say: Words) => say.memory.changed;
    canUndo(visit, { notice, run: () => undoTo(visit, undo(), back) });
  }
  return back;
};

function changesOf({ field }: Visit, before: MemoryRecord): UpdateInput {
  const content = field('content').replaceAll('\r\n', '\n');
  const category = memoryCategories.find((each) => each === field('category'));
  const importance = Number(field('importance'));
  const expiresAt = endOfDay(field('expiresAt'));
  return {
    ...(content !== '' && { content }),
    // Unless they were edited, because a tag may have a comma.
    ...(content !== '' &&
      field('tags') !== before.tags.join(', ') && { tags: field('tags').split(/[,，、]/) }),
    ...(category !== undefined && { category }),
    ...(importance > 0 && { importance: importance as MemoryRecord['importance'] }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(field('keep') !== '' && { expiresAt: null }),
  };
}

/** The same fields with their old values. */
function formerly(before: MemoryRecord, changes: UpdateInput): UpdateInput {
  return {
    ...(changes.content !== undefined && { content: before.content }),
    ...(changes.tags !== undefined && { tags: before.tags }),
    ...(changes.category !== undefined && { category: before.category as MemoryCategory }),
    ...(changes.importance !== undefined && { importance: before.importance }),
    ...(changes.expiresAt !== undefined && { expiresAt: before.expiresAt ?? null }),
  };
}

/** Makes an old text current again, in place of the one that replaced it. */
export const restoreMemory: Action = async (visit) => {
  const { scope } = visit;
  const id = visit.parameter('id');
  const before = await scope.get(id, { includeExpired: true });
  if (before === undefined) return missingPage(visit);
  const { replaced } = await scope.restore(id, { ...by(visit), instead: true });
  const back = visit.at(`/memory/${id}`);
  const notice = (say: Words) => say.memory.restored;
  if (replaced === undefined) visit.session.notice = notice;
  else {
    const after = { ...by(visit, 'undone'), instead: true, version: before.version + 1 };
    const undo = () => scope.restore(replaced, after);
    const to = visit.at(`/memory/${replaced}`);
    canUndo(visit, { notice, run: () => undoTo(visit, undo(), to) });
  }
  return back;
};

/**
 * A deletion is final, so it waits while it can be undone. It deletes what its reader saw: if somebody changes the
 * memory meanwhile, or it replaces another one, it stays.
 */
export const deleteMemory: Action = async (visit) => {
  const { scope, later, session } = visit;
  const id = visit.parameter('id');
  const memory = await scope.get(id, { includeExpired: true });
  if (memory === undefined) return missingPage(visit);
  const seen = visit.field('version');
  const version = seen === '' ? memory.version : Number(seen);
  const { removed } = await scope.delete(id, { dryRun: true, version });
  const name = leavingName(visit, id);
  const written = { ...by(visit, visit.field('reason')), version };
  later.add(name, undoMs, () => deleteUnchanged(visit, { id, removed, options: written }));
  canUndo(visit, {
    notice: (say) => say.memory.leaves(Math.round(undoMs / 1000)),
    async run() {
      if (later.callOff(name)) return visit.at(`/memory/${id}`);
      session.notice = (say) => say.undo.late;
      return visit.at('/browse');
    },
  });
  return visit.at('/browse');
};

async function deleteUnchanged(
  { scope, session }: Visit,
  { id, removed, options }: { id: string; removed: readonly string[]; options: DeleteOptions },
): Promise<void> {
  try {
    const now = await unlessChanged(scope.delete(id, { ...options, dryRun: true }));
    const isSame = now?.removed.every((each) => removed.includes(each)) === true;
    const done = isSame ? await unlessChanged(scope.delete(id, options)) : undefined;
    if (done === undefined) session.notice = (say) => say.memory.stays;
  } catch (error) {
    // Somebody else has deleted it meanwhile, or the whole scope.
    if (!MnemeError.isInstance(error) || error.code !== 'not_found') throw error;
  }
}

/** Undefined if somebody has changed the memory since the version that was expected. */
async function unlessChanged<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    const isChanged = MnemeError.isInstance(error) && error.code === 'conflict';
    if (isChanged && error.field === 'version') return undefined;
    throw error;
  }
}

/** The page after an undo, which takes nothing back that somebody else has written since. */
async function undoTo({ session }: Visit, undo: Promise<unknown>, to: string): Promise<string> {
  if ((await unlessChanged(undo)) === undefined) session.notice = (say) => say.undo.changed;
  return to;
}

/** Undoes the last change of this session. */
export const undoLast: Action = async (visit) => {
  const { session, now } = visit;
  const { undo } = session;
  session.undo = undefined;
  if (undo === undefined || undo.until < now().getTime()) {
    session.notice = (say) => say.undo.late;
    return visit.at('/browse');
  }
  session.notice = undefined;
  const to = await undo.run();
  session.notice ??= (say) => say.undo.undone;
  return to;
};

function canUndo(
  { session, now }: Visit,
  { notice, run }: { notice: (words: Words) => string; run(): Promise<string> },
): void {
  session.notice = notice;
  session.undo = { until: now().getTime() + undoMs, run };
}

/** Actor and reason for the audit. */
export function by({ actor }: Visit, reason = ''): { actor: string; reason?: string } {
  return { actor, ...(reason !== '' && { reason }) };
}
