import { existsSync } from 'node:fs';
import { defineCommand } from '../command.ts';
import { scopeOptions, storeOptions } from '../options.ts';
import { UsageError } from '../usage-error.ts';
import { shortId, wholeId } from '../whole-id.ts';

export const restoreCommand = defineCommand({
  usage: 'ID',
  details:
    'Makes it current again, beside the memory that replaced it, or with --instead in its place. "mneme get ID --why" shows its history. To restore a backup of a store use "mneme db restore FILE".',
  options: {
    instead: { help: 'move the memory that replaced it to the history' },
    reason: { value: 'TEXT', help: 'reason in the audit' },
  },
  uses: [...scopeOptions, ...storeOptions],
  async run({ values, positionals: [given = ''], output, signal, scopeName, open }) {
    if (existsSync(given))
      throw new UsageError(
        `${given} is a file, and restore takes the ID of a memory. For a backup: mneme db restore FILE`,
        'ID',
      );
    const { memory } = await open({ embedder: 'none' });
    const scope = memory.scope(scopeName);
    const id = await wholeId(scope, given);
    const { instead, reason } = values;
    const result = await scope.restore(id, { instead, reason, actor: 'cli', signal });
    output.result(result, () => {
      const { good, quiet } = output.colours;
      const { beside, replaced } = result;
      return [
        `${good(result.outcome)} ${shortId(result.id)}`,
        beside && `  ${quiet(`${shortId(beside)} is current too`)}`,
        replaced && `  ${quiet(`in place of ${shortId(replaced)}`)}`,
      ];
    });
  },
});
