import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DocumentStore } from '@mneme/core/documents';
import { openMemory } from '../../../../test/memory.ts';
import { directory, type FileMemoryTool, type FileTree } from '../../src/index.ts';

export interface TreeUnderTest {
  files: DocumentStore | FileTree;
  /** The folder of plain files. */
  folder?: string;
  close(): Promise<unknown>;
}

export async function storeUnderTest(): Promise<TreeUnderTest> {
  const memory = await openMemory({ documentLimits: { contentBytes: 1024 * 1024 } });
  const files = await memory.scope('user:ada').stores.open('notes', { create: true });
  return { files, close: () => memory.close() };
}

export async function directoryUnderTest(): Promise<TreeUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'mneme-files-'));
  return {
    files: directory(folder, { durability: 'normal' }),
    folder,
    close: () => rm(folder, { recursive: true }),
  };
}

export const treesUnderTest: [string, () => Promise<TreeUnderTest>][] = [
  ['a document store', storeUnderTest],
  ['a folder of files', directoryUnderTest],
];

/** Each command of a tool with its arguments in a row. `tool` is asked for at each call. */
export const commandsOf = (tool: () => FileMemoryTool) => ({
  create: (path: string, file_text = '') => tool().create({ command: 'create', path, file_text }),
  view: (path: string, view_range?: number[]) => tool().view({ command: 'view', path, view_range }),
  replace: (path: string, old_str: string, new_str: string) =>
    tool().str_replace({ command: 'str_replace', path, old_str, new_str }),
  insert: (path: string, insert_line: number, insert_text: string) =>
    tool().insert({ command: 'insert', path, insert_line, insert_text }),
  remove: (path: string) => tool().delete({ command: 'delete', path }),
  rename: (old_path: string, new_path: string) =>
    tool().rename({ command: 'rename', old_path, new_path }),
});

/** A view without the sizes of directories: those of a store are not those of a filesystem. */
export function withoutSizes(text: string): string {
  return text
    .replace(/^[\d.]+[BKM](?=\t.*\/$)/gm, 'SIZE')
    .replace(/(?<=node_modules:\n)[\d.]+[BKM](?=\t)/, 'SIZE');
}
