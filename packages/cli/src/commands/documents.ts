import { readdir } from 'node:fs/promises';
import { exportStore, importStore } from '@mneme/runtime';
import { defineCommand } from '../command.ts';
import { memoryOptions } from '../options.ts';
import type { Output } from '../output.ts';
import { tableOf } from '../table.ts';

const uses = [...memoryOptions, 'documents'] as const;

export const documents = defineCommand({
  uses,
  async run({ output, open }) {
    const { scope } = await open();
    const { stores: found } = await scope.stores.list({ includeArchived: true, limit: 1000 });
    output.result({ stores: found }, () => {
      const rows = found.map(({ id, name, createdAt, archivedAt = '' }) => [
        ...[id, name, createdAt, archivedAt],
      ]);
      const head = ['id', 'name', 'created', 'archived'];
      return tableOf(output, { head, rows, none: 'There is no store.' });
    });
  },
});

const exportCommand = defineCommand({
  usage: 'STORE FOLDER',
  details: [
    'STORE is a name or an id. Documents with a name in their path that tools act on, such as .git, .envrc or CON, are',
    'left out and listed; --allow NAME writes them too.',
  ].join('\n'),
  options: { allow: { values: 'NAME', help: 'write this name too (repeatable)' } },
  uses,
  async run({ values, positionals: [store = '', folder = ''], output, open }) {
    const { scope } = await open();
    const opened = await scope.stores.open(store);
    const result = await exportStore(opened, folder, { allowNames: values.allow });
    output.result(result, () => `${result.files} files written to ${folder}`);
    noteLeftOut(output, {
      paths: result.leftOut,
      why: 'tools act on a name in the path',
      fix: ' --allow NAME writes it too.',
    });
  },
});

const importCommand = defineCommand({
  usage: 'STORE FOLDER',
  details: 'STORE is a name or an id; a missing store is created.',
  uses: [...uses, 'embedder', 'secrets'],
  async run({ positionals: [store = '', folder = ''], output, signal, open }) {
    await readdir(folder); // Before a store is made.
    const { scope } = await open({ mustExist: false });
    const opened = await scope.stores.open(store, { create: true });
    const result = await importStore(opened, folder, { signal });
    const { created, changed, unchanged, leftOut } = result;
    const counts = `${created} created, ${changed} changed, ${unchanged} unchanged`;
    output.result(result, () => counts);
    noteLeftOut(output, { paths: leftOut, why: 'not text in UTF-8, or over 16 MiB' });
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

export { exportCommand as export, importCommand as import };
