import { MnemeError } from '@mneme/core';
import { defineCommand } from '../command.ts';
import { scopeOption, storeOptions } from '../options.ts';
import { showRecords } from '../show-memories.ts';

export const getCommand = defineCommand({
  name: 'get',
  summary: 'show one memory',
  usage: 'ID',
  options: { ...scopeOption, ...storeOptions },
  positionals: { min: 1, max: 1 },
  async run({ positionals: [id = ''], output, scopeName, open }) {
    const { memory } = await open({ embedder: 'none' });
    const record = await memory.scope(scopeName).get(id);
    if (record === undefined) {
      throw new MnemeError(
        'not_found',
        `id is "${id}": the scope "${scopeName}" has no such memory`,
        {
          field: 'id',
        },
      );
    }
    output.result(record, () => showRecords([record], output));
    return undefined;
  },
});
