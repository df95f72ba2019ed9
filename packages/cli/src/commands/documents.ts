import type { Stores } from '@mneme/core/documents';
import { exportStore, importStore } from '@mneme/runtime';
import { defineCommand } from '../command.ts';
import {
  documentOptions,
  embedderOptions,
  scopeOption,
  secretsOption,
  storeOptions,
} from '../options.ts';
import type { Output } from '../output.ts';
import { table } from '../table.ts';
import { UsageError } from '../usage-error.ts';

const form = 'list | export STORE FOLDER | import STORE FOLDER';

export const documentsCommand = defineCommand({
  name: 'documents',
  summary: 'list the document stores of a scope, write one to a folder, read one back',
  usage: form,
  details:
    'STORE is a name or an id. An import makes a store of that name where there is none.\n' +
    'An export leaves out documents with a name in their path that tools act on, such as .git, .envrc or CON, and\n' +
    'says so; --allow NAME writes them too.',
  options: {
    allow: {
      type: 'list',
      value: 'NAME',
      help: 'export this name although tools act on it (repeatable)',
    },
    ...scopeOption,
    ...embedderOptions,
    ...secretsOption,
    ...storeOptions,
    ...documentOptions,
  },
  actions: ['list', 'export', 'import'],
  positionals: { min: 1, max: 3 },
  async run({ values, positionals, output, signal, scopeName, open }) {
    const [action, store, folder] = positionals;
    if (action === 'list' && store === undefined) {
      const { memory } = await open({ embedder: 'none' });
      await listStores(memory.scope(scopeName).stores, output);
      return undefined;
    }
    if (action === 'list' || store === undefined || folder === undefined) {
      throw new UsageError(`mneme documents ${form}`);
    }
    if (action === 'export') {
      const { memory } = await open({ embedder: 'none' });
      const opened = await memory.scope(scopeName).stores.open(store);
      const result = await exportStore(opened, folder, { allowNames: values.allow });
      output.result(result, () => `${result.files} files written to ${folder}`);
      if (result.leftOut.length > 0 && !output.json)
        output.note(
          `mneme: ${result.leftOut.length} left out, since tools act on a name in the path: ${firstOf(result.leftOut)}. --allow NAME writes what has that name.`,
        );
      return undefined;
    }
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
    return undefined;
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
