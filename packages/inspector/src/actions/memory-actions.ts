import {
  type MemoryCategory,
  type MemoryRecord,
  MnemeError,
  memoryCategories,
  type UpdateInput,
} from '@mneme/core';
import { carryOut, keepMemory, leavingName, orderDeletion, orderOf } from '../leaving.ts';
import { shortened } from '../page/parts.ts';
import { dayText, endOfDay } from '../page/time.ts';
import { deletePage, memoryPage } from '../views/memory.ts';
import type { Action, Visit } from '../visit.ts';
import type { Words } from '../words.ts';
import { canUndo, undoMs, unlessChanged } from './undo.ts';

/** Changes text, category and tags, or importance, or expiry: whatever fields the form has. */
export const editMemory: Action = async (visit) => {
  const { scope, words } = visit;
  const before = await memoryOf(visit);
  const { id } = before;
  const changes = changesOf(visit, before);
  const version = Number(visit.field('version'));
  const work = scope.update(id, changes, { ...by(visit), version });
  if (changes.content === undefined) {
    const done = await unlessChanged(work);
    if (done === undefined)
      throw new MnemeError('conflict', words.memory.moved, { field: 'version' });
  } else {
    const problem = await problemOf(visit, work);
    if (problem !== undefined) return memoryPage(visit, { ...typedIn(visit), problem });
  }
  const after = await scope.get(id);
  const back = visit.at(`/memory/${id}`, { q: visit.field('q') });
  const fields = after === undefined ? [] : changedFields(before, after);
  if (after === undefined || fields.length === 0) {
    visit.session.notice = (say) => say.memory.unchanged;
    return back;
  }
  canUndo(visit, {
    said: saidOf(visit, after, fields),
    notice: (say) => `${say.memory.changed} ${saidOf(visit, after, fields)(say)}`,
    async undo() {
      const current = await scope.get(id);
      const isOurs = current !== undefined && !fields.some((name) => differ(current, after, name));
      if (current === undefined) throw new MnemeError('not_found', words.memory.missing);
      // Another field may have been changed since: it stays as it is.
      const { version: newest } = current;
      const done = isOurs
        ? await unlessChanged(
            scope.update(id, formerly(before, fields), { ...by(visit, 'undone'), version: newest }),
          )
        : undefined;
      return {
        to: back,
        notice: (say: Words) =>
          done === undefined
            ? say.undo.changed
            : `${say.undo.undone} ${saidOf(visit, before, fields)(say)}`,
      };
    },
  });
  return back;
};

/** What a person has typed, for the form that it goes back to. */
function typedIn({ field }: Visit) {
  return {
    content: field('content').replaceAll('\r\n', '\n'),
    tags: field('tags'),
    category: field('category'),
  };
}

/** Why a form is shown again with what was typed; undefined: it was carried out. */
async function problemOf(
  visit: Visit,
  work: Promise<unknown>,
): Promise<MnemeError | 'moved' | undefined> {
  try {
    return (await unlessChanged(work)) === undefined ? 'moved' : undefined;
  } catch (error) {
    if (!MnemeError.isInstance(error) || error.code === 'not_found') throw error;
    visit.noteProblem(error);
    return error;
  }
}

const editable = ['content', 'tags', 'category', 'importance', 'expiresAt'] as const;
type Editable = (typeof editable)[number];

function differ(one: MemoryRecord, other: MemoryRecord, name: Editable): boolean {
  return JSON.stringify(one[name]) !== JSON.stringify(other[name]);
}

function changedFields(before: MemoryRecord, after: MemoryRecord): Editable[] {
  return editable.filter((name) => differ(before, after, name));
}

/** The memory and the values of these fields, in words. */
function saidOf(
  visit: Visit,
  memory: MemoryRecord,
  fields: readonly Editable[],
): (words: Words) => string {
  return (words) => {
    const texts: Record<Editable, () => string> = {
      content: () => words.memory.content,
      tags: () => `${words.browse.tag} ${memory.tags.join(', ') || '–'}`,
      category: () => words.categories[memory.category as MemoryCategory] ?? '',
      importance: () => `${words.memory.importance} ${memory.importance}`,
      expiresAt: () =>
        memory.expiresAt === undefined
          ? words.memory.keep
          : words.memory.until(dayText({ ...visit, words }, memory.expiresAt)),
    };
    const said = fields.map((name) => texts[name]()).join(', ');
    return `“${nameOf(visit, memory)}”: ${said}.`;
  };
}

/** The beginning of a memory, for a sentence about it. */
function nameOf(visit: Visit, { content }: MemoryRecord): string {
  return shortened(visit.masked(content), 60);
}

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

/** The values that the fields had. */
function formerly(before: MemoryRecord, fields: readonly Editable[]): UpdateInput {
  const values = { ...before, expiresAt: before.expiresAt ?? null };
  return Object.fromEntries(fields.map((name) => [name, values[name]]));
}

/** Makes an old text current again, in place of the one that replaced it. */
export const restoreMemory: Action = async (visit) => {
  const { scope } = visit;
  const before = await memoryOf(visit);
  const { id } = before;
  const { replaced } = await scope.restore(id, { ...by(visit), instead: true });
  const back = visit.at(`/memory/${id}`);
  const named = `“${nameOf(visit, before)}”`;
  if (replaced === undefined) visit.session.notice = (say) => say.memory.restored;
  else
    canUndo(visit, {
      said: () => named,
      notice: (say) => `${say.memory.restored} ${named}`,
      async undo() {
        const after = { ...by(visit, 'undone'), instead: true, version: before.version + 1 };
        const done = await unlessChanged(scope.restore(replaced, after));
        return {
          to: visit.at(`/memory/${replaced}`),
          notice: (say: Words) =>
            done === undefined
              ? say.undo.changed
              : `${say.undo.undone} ${say.memory.unrestored(named)}`,
        };
      },
    });
  return back;
};

/** From now on nobody is given the memory; for good it goes when it can no longer be undone. */
export const deleteMemory: Action = async (visit) => {
  const { scope, later, now, actor, session } = visit;
  const memory = await memoryOf(visit);
  const { id } = memory;
  const seen = visit.field('version');
  const version = seen === '' ? memory.version : Number(seen);
  const reason = visit.field('reason');
  const named = `“${nameOf(visit, memory)}”`;
  if (memory.supersededBy !== undefined) {
    await scope.delete(id, { ...by(visit, reason), version });
    session.notice = (say) => `${named}: ${say.memory.deleted}`;
    return visit.at('/browse');
  }
  const work = (async () => {
    const { removed } = await scope.delete(id, { dryRun: true, version });
    const due = new Date(now().getTime() + undoMs).toISOString();
    const order = {
      due,
      actor,
      ...(reason !== '' && { reason }),
      removed: removed.length,
      ...(memory.expiresAt !== undefined && { expiresAt: memory.expiresAt }),
    };
    await orderDeletion(scope, { memory, version, order }, now());
    return removed;
  })();
  const problem = await problemOf(visit, work);
  if (problem !== undefined) return deletePage(visit, { reason, problem });
  const name = leavingName(scope.name, id);
  later.add(name, undoMs, () => carryOut(scope, id));
  canUndo(visit, {
    said: (say) => `${named}: ${say.states.leaving}`,
    notice: (say) => `${named} ${say.memory.leaves(Math.round(undoMs / 1000))}`,
    undo: () => keep(visit, id),
  });
  return visit.at('/browse');
};

/** Takes a deletion back that has not been carried out yet. */
export const keepDeleted: Action = async (visit) => {
  const { to, notice } = await keep(visit, visit.parameter('id'));
  visit.session.notice = notice;
  return to;
};

async function keep(visit: Visit, id: string) {
  const { scope, later, actor } = visit;
  later.callOff(leavingName(scope.name, id));
  const isKept = await unlessChanged(keepMemory(scope, id, actor));
  if (isKept !== true) return { to: visit.at('/browse'), notice: (say: Words) => say.undo.late };
  const memory = await scope.get(id, { includeExpired: true });
  const named = memory === undefined ? '' : `“${nameOf(visit, memory)}”`;
  return {
    to: visit.at(`/memory/${id}`),
    notice: (say: Words) => `${say.undo.undone} ${say.memory.kept(named)}`,
  };
}

/** The memory of the address. One that is being deleted has to be kept first. */
async function memoryOf({ scope, words, parameter }: Visit): Promise<MemoryRecord> {
  const memory = await scope.get(parameter('id'), { includeExpired: true });
  if (memory === undefined || orderOf(memory) !== undefined)
    throw new MnemeError('not_found', `${words.memory.missing} ${words.memory.missingHow}`);
  return memory;
}

/** Actor and reason for the audit. */
export function by({ actor }: Visit, reason = ''): { actor: string; reason?: string } {
  return { actor, ...(reason !== '' && { reason }) };
}
