import { defineCommand } from '../command.ts';
import { scopeOptions, storeOptions } from '../options.ts';
import { shortId, wholeId } from '../whole-id.ts';

export const deleteCommand = defineCommand({
  usage: 'ID',
  options: {
    reason: {
      value: 'TEXT',
      help: 'reason in the audit (default: "deleted on the command line")',
    },
    'keep-history': { help: 'keep the texts that it replaced' },
    'dry-run': { help: 'only show what would be deleted' },
  },
  uses: [...scopeOptions, ...storeOptions],
  async run({ values, positionals: [id = ''], output, signal, scopeName, open }) {
    const { memory } = await open({ embedder: 'none' });
    const scope = memory.scope(scopeName);
    const { reason = 'deleted on the command line', keepHistory, dryRun } = values;
    const options = { reason, keepHistory, dryRun, actor: 'cli', signal };
    const receipt = await scope.delete(await wholeId(scope, id), options);
    const { length } = receipt.forgotten;
    const facts = length === 0 ? '' : `, and ${length} facts that rest on it alone`;
    const done = dryRun ? 'would delete' : output.colours.good('deleted');
    output.result(receipt, () => `${done} ${shortId(receipt.id)}${facts}`);
  },
});
