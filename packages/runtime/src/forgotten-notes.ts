import type { MemoryBackend } from '@mneme/core';
import { forgottenNotes, notePut, readNotes } from '@mneme/core/faces';
import { form, invalid, listOf, parseName } from '@mneme/core/input';

/**
 * What was forgotten in a scope, as the engine's notes have it: the key first, then keyed hashes. Undefined: nothing
 * was.
 */
export async function readForgotten(
  from: MemoryBackend,
  scope: string,
): Promise<string[] | undefined> {
  const notes = await readNotes(from, { scope, names: forgottenNotes });
  return notes[0]?.content === '' ? undefined : notes.map(({ content }) => content);
}

/** Writes it into another store. Where something was forgotten already with another key, that stays. */
export async function writeForgotten(
  to: MemoryBackend,
  scope: string,
  contents: readonly string[],
): Promise<void> {
  const notes = await readNotes(to, { scope, names: forgottenNotes });
  const [key = ''] = contents;
  if (!['', key].includes(notes[0]?.content ?? '')) return;
  const now = new Date().toISOString();
  const puts = notes.flatMap((note, at) => {
    const content = contents[at] ?? '';
    return content === '' || note.content !== ''
      ? []
      : [notePut({ scope, now }, { ...note, content })];
  });
  const request = { scope, removals: [], audit: [], expect: [] };
  if (puts.length > 0) await to.commit({ ...request, puts });
}

/** The line of an export of records. */
export const parseForgotten = form({ scope: parseName, forgotten: listOf(parseNote) }, [
  'scope',
  'forgotten',
]);

function parseNote(value: unknown, field: string): string {
  if (typeof value === 'string' && (/^(?:[0-9a-f]{64})?$/.test(value) || isListOfGraves(value)))
    return value;
  throw invalid(field, 'is not a note of such an export');
}

function isListOfGraves(text: string): boolean {
  try {
    const graves: unknown = JSON.parse(text);
    return Array.isArray(graves) && graves.every(isGrave);
  } catch {
    return false;
  }
}

function isGrave(value: unknown): boolean {
  const { at, text, stems, denies } = (value ?? {}) as Record<string, unknown>;
  const isStem = (one: unknown) =>
    Array.isArray(one) && typeof one[0] === 'string' && typeof one[1] === 'number';
  const texts = typeof at === 'string' && typeof text === 'string';
  return texts && typeof denies === 'boolean' && Array.isArray(stems) && stems.every(isStem);
}
