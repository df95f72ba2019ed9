import type { Recalled, RecalledFact } from '@mneme/core';
import { defineCommand } from '../command.ts';
import { scopeOptions, storeOptions } from '../options.ts';
import { oneLine } from '../text-width.ts';
import { shortId } from '../whole-id.ts';

/** A person waits, so a slow start must not give an empty block. */
const longest = 60_000;

export const prefetchCommand = defineCommand({
  usage: 'MESSAGE...',
  details: [
    'First the profile: facts for every message. Then the part for this message: further facts, and passages of earlier',
    'conversations. For small talk and general requests only the profile.',
  ].join('\n'),
  options: {
    budget: { number: 'TOKENS', help: 'maximum tokens of the block (default: 1000)' },
    'profile-share': {
      number: '0..1',
      help: 'share of the budget for the profile (default: 0.8 to 0.9)',
    },
    limit: { number: 'N', help: 'maximum facts for this message (default: 5)' },
    explain: { help: 'say why each line is there' },
  },
  uses: [...scopeOptions, ...storeOptions, 'embedder'],
  async run({ values, positionals, output, signal, scopeName, open }) {
    const message = positionals.join(' ');
    const { budget: tokenBudget, profileShare, limit } = values;
    const options = { tokenBudget, profileShare, limit, signal };
    const { prefetch } = await import('@mneme/agent/prefetch');
    const { memory } = await open();
    const scope = memory.scope(scopeName);
    const block = await prefetch(scope, message, { ...options, timeoutMs: longest });
    if (block.skipped?.reason === 'error') throw block.skipped.error;
    const { text, tokens, memories } = block;
    const recalled = values.explain
      ? await scope.recall(message, { ...options, explain: true })
      : undefined;
    const { quiet } = output.colours;
    output.result({ text, tokens, memories, recalled }, () => [
      text === '' ? quiet(`Nothing to recall in the scope "${scopeName}".`) : text,
      ...(recalled === undefined ? [] : ['', ...reasons(recalled).map((line) => quiet(line))]),
    ]);
  },
});

function reasons({ profile, facts, passages, withheld }: Recalled): string[] {
  const lines = [...profile, ...facts, ...passages.flatMap(({ turns }) => turns)].map(
    ({ id, content, why }: RecalledFact) => `${shortId(id)}  ${oneLine(content, 50)}: ${why}`,
  );
  return withheld === undefined ? lines : [...lines, `No turn came: ${withheld}.`];
}
