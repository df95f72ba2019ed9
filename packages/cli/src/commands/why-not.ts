import { defineCommand } from '../command.ts';
import { filterFrom, filterOptions } from '../filter-options.ts';
import { numberValue } from '../option-values.ts';
import { embedderOptions, rerankerOptions, scopeOption, storeOptions } from '../options.ts';
import { showExplanation } from '../show-memories.ts';
import { wholeId } from '../whole-id.ts';

export const whyNotCommand = defineCommand({
  name: 'why-not',
  summary: 'say why a memory does not come back for a question',
  usage: 'QUERY ID',
  options: {
    limit: { type: 'text', value: 'N', help: 'as given to retrieve (default: 10)' },
    'min-relevance': { type: 'text', value: '0..1', help: 'as given to retrieve (default: 0)' },
    ...filterOptions,
    ...scopeOption,
    ...storeOptions,
    ...embedderOptions,
    ...rerankerOptions,
  },
  positionals: { min: 2, max: 2 },
  async run({ values, positionals: [query = '', id = ''], output, signal, scopeName, open }) {
    const options = {
      ...filterFrom(values),
      limit: numberValue(values.limit, 'limit'),
      minRelevance: numberValue(values['min-relevance'], 'minRelevance'),
      signal,
    };
    const { memory } = await open();
    const scope = memory.scope(scopeName);
    const answer = await scope.whyNot(query, await wholeId(scope, id), options);
    output.result(answer, () => {
      const { good, warning, quiet } = output.colours;
      const place = answer.rank === undefined ? '' : ` ${quiet(`(rank ${answer.rank})`)}`;
      return [
        `${answer.returned ? good('It comes back') : warning('It does not come back')}${place}`,
        ...answer.reasons.map(({ code, message }) => `  ${message} ${quiet(`[${code}]`)}`),
        ...(answer.explanation === undefined
          ? []
          : showExplanation(answer.explanation, output).map((line) => `  ${line}`)),
      ].join('\n');
    });
    return undefined;
  },
});
