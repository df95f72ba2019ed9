import type { RetrieveOptions } from '@mneme/core';
import { type CommandContext, defineCommand } from '../command.ts';
import { filterFrom, filterOptions } from '../filter-options.ts';
import { numberValue } from '../option-values.ts';
import { scopeOptions, storeOptions } from '../options.ts';
import { showExplanation, showRetrieved } from '../show-memories.ts';
import { wholeId } from '../whole-id.ts';

const options = {
  limit: { value: 'N', help: 'maximum number, 1 to 1000 (default: 10)' },
  'min-relevance': { value: '0..1', help: 'minimum relevance (default: 0)' },
  ...filterOptions,
  explain: { help: 'show the parts of each score' },
  'why-not': { value: 'ID', help: 'say why this memory is not found' },
} as const;

export const retrieveCommand = defineCommand({
  usage: 'QUERY...',
  options,
  uses: [...scopeOptions, ...storeOptions, 'embedder', 'reranker'],
  async run(context) {
    const { values, positionals, output, signal, scopeName, open } = context;
    const query = positionals.join(' ');
    const asked = {
      ...filterFrom(values),
      limit: numberValue(values.limit, 'limit'),
      minRelevance: numberValue(values['min-relevance'], 'minRelevance'),
      signal,
    };
    if (values['why-not'] !== undefined) {
      await whyNot(context, query, { ...asked, id: values['why-not'] });
      return undefined;
    }
    const { memory } = await open();
    const { memories } = await memory
      .scope(scopeName)
      .retrieve(query, { ...asked, explain: values.explain });
    output.result({ memories }, () =>
      memories.length === 0
        ? output.colours.quiet(`Nothing found in the scope "${scopeName}".`)
        : showRetrieved(memories, output),
    );
    return undefined;
  },
});

async function whyNot(
  { output, scopeName, open }: CommandContext<typeof options>,
  query: string,
  { id, ...asked }: RetrieveOptions & { id: string },
): Promise<void> {
  const { memory } = await open();
  const scope = memory.scope(scopeName);
  const answer = await scope.whyNot(query, await wholeId(scope, id), asked);
  output.result(answer, () => {
    const { good, warning, quiet } = output.colours;
    const place = answer.rank === undefined ? '' : ` ${quiet(`(rank ${answer.rank})`)}`;
    return [
      `${answer.returned ? good('It comes back') : warning('It does not come back')}${place}`,
      ...(answer.withheld === undefined ? [] : [`  Not in a recall: ${answer.withheld}`]),
      ...answer.reasons.map(({ code, message }) => `  ${message} ${quiet(`[${code}]`)}`),
      ...(answer.explanation === undefined
        ? []
        : showExplanation(answer.explanation, output).map((line) => `  ${line}`)),
    ].join('\n');
  });
}
