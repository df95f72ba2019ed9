import type { Memory } from '@mneme/core';
import { type ExportOptions, exportedRecords } from '@mneme/runtime';
import { toMarkdown } from './exports/markdown.ts';
import { toMem0 } from './exports/mem0.ts';
import { toPam } from './exports/pam.ts';
import type { ExportFormat } from './format-names.ts';

/** The memories as a text in another program's format, piece by piece. */
export function exportAs(
  memory: Pick<Memory, 'scope' | 'scopes'>,
  {
    format,
    now,
    ...options
  }: ExportOptions & { format: Exclude<ExportFormat, 'jsonl'>; now: Date },
): AsyncIterable<string> {
  const { scopes, signal } = options;
  const at = now.toISOString();
  if (format === 'markdown') return toMarkdown(memory, { scopes, signal, now: at });
  if (format === 'mem0') return toMem0(exportedRecords(memory, { scopes, signal }));
  const owner = scopes?.length === 1 ? (scopes[0] as string) : 'mneme';
  return toPam(exportedRecords(memory, options), { owner, now: at });
}
