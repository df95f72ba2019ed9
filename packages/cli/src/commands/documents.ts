import { exportStore, importStore } from '@mneme/runtime';
import { defineCommand } from '../command.ts';
import { scopeOptions, storeOptions } from '../options.ts';
import type { Output } from '../output.ts';
import { tableOf } from '../table.ts';

const uses = [...scopeOptions, ...storeOptions, 'documents'] as const;

export const listDocumentsCommand = defineCommand({
  uses,
  async run({ output, scopeName, open }) {
    const { memory } = await open({ embedder: 'none' });
    const { stores } = memory.scope(scopeName);
    const { stores: found } = await stores.list({ includeArchived: true, limit: 1000 });
    output.result({ stores: found }, () => {
      if (found.length === 0) return 'There is no store.';
      const rows = found.map(({ id, name, createdAt, archivedAt = '' }) => {
        return [id, name, createdAt, archivedAt];
      });
      return tableOf(output, { head: ['id', 'name', 'created', 'archived'], rows });
    });
  },
});

export const exportDocumentsCommand = defineCommand({
  usage: 'STORE FOLDER',
  details: [
    'STORE is a name or an id. Documents with a name in their path that tools act on, such as .git, .envrc or CON, are',
    'left out and listed; --allow NAME writes them too.',
  ].join('\n'),
  options: { allow: { values: 'NAME', help: 'write this name too (repeatable)' } },
  uses,
  async run({ values, positionals: [store = '', folder = ''], output, scopeName, open }) {
    const { memory } = await open({ embedder: 'none' });
    const opened = await memory.scope(scopeName).stores.open(store);
    const result = await exportStore(opened, folder, { allowNames: values.allow });
    output.result(result, () => `${result.files} files written to ${folder}`);
    noteLeftOut(output, {
      paths: result.leftOut,
      why: 'tools act on a name in the path',
      fix: ' --allow NAME writes it too.',
    });
  },
});

export const importDocumentsCommand = defineCommand({
  usage: 'STORE FOLDER',
  details: 'STORE is a name or an id; a missing store is created.',
  uses: [...uses, 'embedder', 'secrets'],
  async run({ positionals: [store = '', folder = ''], output, signal, scopeName, open }) {
    const { memory } = await open({ mustExist: false });
    const opened = await memory.scope(scopeName).stores.open(store, { create: true });
    const result = await importStore(opened, folder, { signal });
    const { created, changed, unchanged, leftOut } = result;
    const counts = `${created} created, ${changed} changed, ${unchanged} unchanged`;
    output.result(result, () => counts);
    noteLeftOut(output, { paths: leftOut, why: 'not text in UTF-8' });
  },
});

const maxShown = 10;

function noteLeftOut(
  output: Output,
  { paths, why, fix = '' }: { paths: readonly string[]; why: string; fix?: string },
): void {
  if (paths.length === 0 || output.json) return;
  const rest = paths.length - maxShown;
  const more = rest > 0 ? ` and ${rest} more (--json lists all)` : '';
  const first = paths.slice(0, maxShown).join(', ');
  output.note(`mneme: ${paths.length} left out (${why}): ${first}${more}.${fix}`);
}
