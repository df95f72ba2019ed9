import type { WhyNot } from '@mneme/core';
import { defineCommand } from '../command.ts';
import { filterFrom, filterOptions } from '../filter-options.ts';
import { scopeOptions, storeOptions } from '../options.ts';
import type { Output } from '../output.ts';
import { showExplanation, showRetrieved } from '../show-memories.ts';
import { wholeId } from '../whole-id.ts';

export const retrieveCommand = defineCommand({
  usage: 'QUERY...',
  options: {
    limit: { number: 'N', help: 'maximum number, 1 to 1000 (default: 10)' },
    'min-relevance': { number: '0..1', help: 'minimum relevance (default: 0)' },
    ...filterOptions,
    explain: { help: 'show the parts of each score' },
    'why-not': { value: 'ID', help: 'say why this memory is not found' },
  },
  uses: [...scopeOptions, ...storeOptions, 'embedder', 'reranker'],
  async run({ values, positionals, output, signal, scopeName, open }) {
    const { limit, minRelevance, explain, whyNot } = values;
    const query = positionals.join(' ');
    const asked = { ...filterFrom(values), limit, minRelevance, signal };
    const { memory } = await open();
    const scope = memory.scope(scopeName);
    if (whyNot !== undefined) {
      const answer = await scope.whyNot(query, await wholeId(scope, whyNot), asked);
      output.result(answer, () => showWhyNot(answer, output));
      return;
    }
    const { memories } = await scope.retrieve(query, { ...asked, explain });
    output.result({ memories }, () =>
      memories.length === 0
        ? output.colours.quiet(`Nothing found in the scope "${scopeName}".`)
        : showRetrieved(memories, output),
    );
  },
});

function showWhyNot({ returned, rank, withheld, reasons, explanation }: WhyNot, output: Output) {
  const { good, warning, quiet } = output.colours;
  const place = rank === undefined ? '' : ` ${quiet(`(rank ${rank})`)}`;
  return [
    `${returned ? good('It comes back') : warning('It does not come back')}${place}`,
    withheld && `  Not in a recall: ${withheld}`,
    ...reasons.map(({ code, message }) => `  ${message} ${quiet(`[${code}]`)}`),
    ...(explanation ? showExplanation(explanation, output).map((line) => `  ${line}`) : []),
  ];
}
