import { defineCommand } from '../command.ts';
import { filterFrom, filterOptions } from '../filter-options.ts';
import { scopeOptions, storeOptions } from '../options.ts';
import { more, showRecords } from '../show-memories.ts';

export const listCommand = defineCommand({
  options: {
    order: {
      value: 'ORDER',
      help: 'newest (default) or importance',
      oneOf: ['newest', 'importance'],
    },
    limit: { number: 'N', help: 'maximum number, 1 to 1000 (default: 50)' },
    cursor: { value: 'CURSOR', help: 'start after the previous page' },
    ...filterOptions,
  },
  uses: [...scopeOptions, ...storeOptions],
  async run({ values, output, scopeName, open }) {
    const { order, limit, cursor } = values;
    const options = { ...filterFrom(values), order, limit, cursor };
    const { memory } = await open({ embedder: 'none' });
    const page = await memory.scope(scopeName).list(options);
    output.result(page, () => {
      const { quiet } = output.colours;
      if (page.memories.length === 0)
        return quiet(`The scope "${scopeName}" has no such memories.`);
      return [showRecords(page.memories, output), more(page.nextCursor, quiet)];
    });
  },
});
