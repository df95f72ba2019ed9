import { defineCommand } from '../command.ts';
import { scopeOption, storeOptions } from '../options.ts';
import { showRecords } from '../show-memories.ts';
import { noSuchMemory, wholeId } from '../whole-id.ts';

export const getCommand = defineCommand({
  name: 'get',
  summary: 'show one memory',
  usage: 'ID',
  options: {
    'include-expired': { type: 'flag', help: 'also when it has expired' },
    ...scopeOption,
    ...storeOptions,
  },
  positionals: { min: 1, max: 1 },
  async run({ values, positionals: [given = ''], output, scopeName, open }) {
    const { memory } = await open({ embedder: 'none' });
    const scope = memory.scope(scopeName);
    const id = await wholeId(scope, given);
    const record = await scope.get(id, { includeExpired: values['include-expired'] });
    if (record === undefined) {
      throw noSuchMemory(scopeName, id);
    }
    output.result(record, () => showRecords([record], output));
    return undefined;
  },
});
