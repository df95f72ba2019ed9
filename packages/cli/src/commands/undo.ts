import { defineCommand } from '../command.ts';
import { scopeOption, storeOptions } from '../options.ts';
import { wholeId } from '../whole-id.ts';

export const undoCommand = defineCommand({
  name: 'undo',
  summary: 'bring back a memory that was replaced',
  usage: 'ID',
  details:
    'It holds again, beside what had replaced it; with --instead in its place. See mneme history ID.',
  options: {
    instead: { type: 'flag', help: 'what holds in its place now goes into the history' },
    reason: { type: 'text', value: 'TEXT', help: 'why, for the audit' },
    ...scopeOption,
    ...storeOptions,
  },
  positionals: { min: 1, max: 1 },
  async run({ values, positionals: [given = ''], output, signal, scopeName, open }) {
    const { memory } = await open({ embedder: 'none' });
    const scope = memory.scope(scopeName);
    const id = await wholeId(scope, given);
    const { instead, reason } = values;
    const result = await scope.restore(id, { instead, reason, actor: 'cli', signal });
    output.result(result, () => {
      const { good, quiet } = output.colours;
      const { beside, replaced } = result;
      return [
        `${good(result.outcome)} ${result.id}`,
        ...(beside === undefined ? [] : [`  ${quiet(`${beside} holds too`)}`]),
        ...(replaced === undefined ? [] : [`  ${quiet(`in place of ${replaced}`)}`]),
      ].join('\n');
    });
    return undefined;
  },
});
