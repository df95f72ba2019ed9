import { defineCommand } from '../command.ts';
import { scopeOption, storeOptions } from '../options.ts';
import { showDecisions, showRecords } from '../show-memories.ts';
import { noSuchMemory, wholeId } from '../whole-id.ts';

export const historyCommand = defineCommand({
  name: 'history',
  summary: 'show what a memory replaced and what replaced it, oldest first, and why',
  usage: 'ID',
  options: { ...scopeOption, ...storeOptions },
  positionals: { min: 1, max: 1 },
  async run({ positionals: [given = ''], output, scopeName, open }) {
    const { memory } = await open({ embedder: 'none' });
    const scope = memory.scope(scopeName);
    const id = await wholeId(scope, given);
    const memories = await scope.history(id);
    if (memories.length === 0) {
      throw noSuchMemory(scopeName, id);
    }
    const decisions = await scope.decisions(id);
    output.result({ memories, decisions }, () =>
      [showRecords(memories, output), ...showDecisions(decisions, output)].join('\n'),
    );
    return undefined;
  },
});
