import type { ListOrder } from '@mneme/core';
import { defineCommand } from '../command.ts';
import { filterFrom, filterOptions } from '../filter-options.ts';
import { numberValue } from '../option-values.ts';
import { scopeOptions, storeOptions } from '../options.ts';
import { showRecords } from '../show-memories.ts';

export const listCommand = defineCommand({
  options: {
    order: {
      value: 'ORDER',
      help: 'newest (default) or importance',
      choices: ['newest', 'importance'],
    },
    limit: { value: 'N', help: 'maximum number, 1 to 1000 (default: 50)' },
    cursor: { value: 'CURSOR', help: 'start after the previous page' },
    ...filterOptions,
  },
  uses: [...scopeOptions, ...storeOptions],
  async run({ values, output, scopeName, open }) {
    const options = {
      ...filterFrom(values),
      order: values.order as ListOrder | undefined,
      limit: numberValue(values.limit, 'limit'),
      cursor: values.cursor,
    };
    const { memory } = await open({ embedder: 'none' });
    const page = await memory.scope(scopeName).list(options);
    output.result(page, () => {
      const { quiet } = output.colours;
      if (page.memories.length === 0)
        return quiet(`The scope "${scopeName}" has no such memories.`);
      const more =
        page.nextCursor === undefined ? [] : ['', quiet(`More: --cursor ${page.nextCursor}`)];
      return [showRecords(page.memories, output), ...more].join('\n');
    });
  },
});
