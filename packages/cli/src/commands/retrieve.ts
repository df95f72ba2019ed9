import { defineCommand } from '../command.ts';
import { filterFrom, filterOptions } from '../filter-options.ts';
import { numberValue } from '../option-values.ts';
import { embedderOptions, rerankerOptions, scopeOption, storeOptions } from '../options.ts';
import { showRetrieved } from '../show-memories.ts';

export const retrieveCommand = defineCommand({
  name: 'retrieve',
  summary: 'find what is relevant to a question',
  usage: 'QUERY',
  options: {
    limit: { type: 'text', value: 'N', help: 'at most so many, 1 to 1000 (default: 10)' },
    'min-relevance': {
      type: 'text',
      value: '0..1',
      help: 'only what has this much to do with the question (default: 0)',
    },
    ...filterOptions,
    explain: { type: 'flag', help: 'say where each score comes from' },
    ...scopeOption,
    ...storeOptions,
    ...embedderOptions,
    ...rerankerOptions,
  },
  positionals: { min: 1, max: Number.POSITIVE_INFINITY },
  async run({ values, positionals, output, signal, scopeName, open }) {
    const options = {
      ...filterFrom(values),
      limit: numberValue(values.limit, 'limit'),
      minRelevance: numberValue(values['min-relevance'], 'minRelevance'),
      explain: values.explain,
      signal,
    };
    const { memory } = await open();
    const { memories } = await memory.scope(scopeName).retrieve(positionals.join(' '), options);
    output.result({ memories }, () =>
      memories.length === 0
        ? output.colours.quiet(`Nothing found in the scope "${scopeName}".`)
        : showRetrieved(memories, output),
    );
    return undefined;
  },
});
