import { randomUUID } from 'node:crypto';
import { MnemeError } from '@mneme/core';
import type { Change } from '../session/sessions.ts';
import type { Action, Visit } from '../visit.ts';

/** How long a change can be undone. */
export const undoMs = 10_000;
/** Changes of one session that are kept. */
const mostChanges = 20;

/** The next page says what was changed, and offers to undo it. */
export function canUndo(
  { session, now }: Visit,
  change: Pick<Change, 'said' | 'notice' | 'undo'>,
): void {
  const until = now().getTime() + undoMs;
  session.changes.push({ ...change, id: randomUUID(), until });
  session.changes.splice(0, session.changes.length - mostChanges);
  session.notice = change.notice;
}

/** Undoes the change that the form names; without a name the newest one. */
export const undoChange: Action = async (visit) => {
  const { session, now, at, field } = visit;
  const named = field('change');
  const change =
    named === '' ? session.changes.at(-1) : session.changes.find(({ id }) => id === named);
  session.changes = session.changes.filter((other) => other !== change);
  if (change === undefined || change.until < now().getTime()) {
    session.notice = (say) => say.undo.late;
    return at('/browse');
  }
  const { to, notice } = await change.undo();
  session.notice = notice;
  return to;
};

/** Undefined if somebody has changed the memory since the version that was expected. */
export async function unlessChanged<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    const isChanged = MnemeError.isInstance(error) && error.code === 'conflict';
    if (isChanged && error.field === 'version') return undefined;
    throw error;
  }
}
