import { MnemeError } from '@mneme/core';
import { defineCommand } from '../command.ts';
import { scopeOption, storeOptions } from '../options.ts';
import { showRecords } from '../show-memories.ts';

export const historyCommand = defineCommand({
  name: 'history',
  summary: 'show what a memory replaced and what replaced it, oldest first',
  usage: 'ID',
  options: { ...scopeOption, ...storeOptions },
  positionals: { min: 1, max: 1 },
  async run({ positionals: [id = ''], output, scopeName, open }) {
    const { memory } = await open({ embedder: 'none' });
    const memories = await memory.scope(scopeName).history(id);
    if (memories.length === 0) {
      throw new MnemeError(
        'not_found',
        `id is "${id}": the scope "${scopeName}" has no such memory`,
        {
          field: 'id',
        },
      );
    }
    output.result({ memories }, () => showRecords(memories, output));
    return undefined;
  },
});
