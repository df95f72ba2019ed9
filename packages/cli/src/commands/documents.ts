import type { Stores } from '@mneme/core/documents';
import { exportStore, importStore } from '@mneme/runtime';
import { defineCommand } from '../command.ts';
import { scopeOptions, storeOptions } from '../options.ts';
import type { Output } from '../output.ts';
import { table } from '../table.ts';

const uses = [...scopeOptions, ...storeOptions, 'documents'] as const;

export const listDocumentsCommand = defineCommand({
  uses,
  async run({ output, scopeName, open }) {
    const { memory } = await open({ embedder: 'none' });
    await listStores(memory.scope(scopeName).stores, output);
  },
});

export const exportDocumentsCommand = defineCommand({
  usage: 'STORE FOLDER',
  details: [
    'STORE is a name or an id. Documents with a name in their path that tools act on, such as .git, .envrc or CON, are',
    'left out and listed; --allow NAME writes them too.',
  ].join('\n'),
  options: {
    allow: { values: 'NAME', help: 'write this name too (repeatable)' },
  },
  uses,
  async run({ values, positionals: [store = '', folder = ''], output, scopeName, open }) {
    const { memory } = await open({ embedder: 'none' });
    const opened = await memory.scope(scopeName).stores.open(store);
    const result = await exportStore(opened, folder, { allowNames: values.allow });
    output.result(result, () => `${result.files} files written to ${folder}`);
    if (result.leftOut.length > 0 && !output.json)
      output.note(
        `mneme: ${result.leftOut.length} left out, since tools act on a name in the path: ${firstOf(result.leftOut)}. --allow NAME writes what has that name.`,
      );
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
    output.result(
      result,
      () => `${created} created, ${changed} changed, ${unchanged} as they were`,
    );
    if (leftOut.length > 0 && !output.json)
      output.note(
        `mneme: ${leftOut.length} left out, since they are no text in UTF-8: ${firstOf(leftOut)}.`,
      );
  },
});

const maxShown = 10;

function firstOf(paths: readonly string[]): string {
  const more =
    paths.length > maxShown ? ` and ${paths.length - maxShown} more (--json lists all)` : '';
  return `${paths.slice(0, maxShown).join(', ')}${more}`;
}

async function listStores(stores: Stores, output: Output): Promise<void> {
  const { stores: found } = await stores.list({ includeArchived: true, limit: 1000 });
  output.result({ stores: found }, () =>
    found.length === 0
      ? 'There is no store.'
      : table(
          [
            ['id', 'name', 'created', 'archived'],
            ...found.map(({ id, name, createdAt, archivedAt }) => [
              id,
              name,
              createdAt,
              archivedAt ?? '',
            ]),
          ],
          { width: output.tableWidth },
        ),
  );
}
