import { structuredPatch } from 'diff/lib/patch/create.js';

/** The difference of two texts. */
export interface TextDiff {
  /** Lines that only the newer text has. */
  added: number;
  /** Lines that only the older text has. */
  removed: number;
  /** Unified diff with three lines of context; empty if the texts are equal. */
  patch: string;
}

/** The time grows with the square of the edits. Above this number the whole text is shown as replaced. */
const maxEditLength = 400;

/** A unified diff of two texts, with the number of added and removed lines. */
export function diffTexts(
  older: { name: string; text: string },
  newer: { name: string; text: string },
): TextDiff {
  if (older.text === newer.text) return { added: 0, removed: 0, patch: '' };
  const hunks = hunksOf(older.text, newer.text);
  const lines = hunks.flatMap(({ head, lines }) => [head, ...lines]);
  const body = hunks.flatMap(({ lines }) => lines);
  return {
    added: body.filter((line) => line.startsWith('+')).length,
    removed: body.filter((line) => line.startsWith('-')).length,
    patch: [`--- ${older.name}`, `+++ ${newer.name}`, ...lines, ''].join('\n'),
  };
}

function hunksOf(older: string, newer: string): { head: string; lines: string[] }[] {
  const patch = structuredPatch('', '', older, newer, undefined, undefined, {
    context: 3,
    maxEditLength,
  });
  if (patch === undefined) return [wholeReplacement(older, newer)];
  return patch.hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => ({
    head: `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    lines,
  }));
}

function wholeReplacement(older: string, newer: string): { head: string; lines: string[] } {
  const before = older.split('\n');
  const after = newer.split('\n');
  return {
    head: `@@ -1,${before.length} +1,${after.length} @@`,
    lines: [...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)],
  };
}
