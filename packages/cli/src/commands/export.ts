import { type ExportLine, exportMemories } from '@mneme/runtime';
import { defineCommand } from '../command.js';
import { lineWriter } from '../files.js';
import { storeOptions } from '../options.js';

export const exportCommand = defineCommand({
  name: 'export',
  summary: 'write memories as JSONL that import reads',
  usage: '[FILE]',
  details: [
    'One record a line, in the words of import; "mneme import" of it restores the memories. Without a file the lines',
    'go to standard output. Times of learning and of confirming are told, and an import gives its own.',
  ].join('\n'),
  options: {
    scope: { type: 'text', value: 'NAME', help: 'only this scope (default: every scope)' },
    'include-superseded': {
      type: 'flag',
      help: 'memories that were replaced, too; an import leaves them out',
    },
    ...storeOptions,
  },
  positionals: { min: 0, max: 1 },
  async run({ values, positionals: [path], output, signal, open }) {
    const { memory } = await open({ embedder: 'none' });
    const lines = exportMemories(memory, {
      scopes: values.scope === undefined ? undefined : [values.scope],
      includeSuperseded: values['include-superseded'],
      signal,
    });
    if (path !== undefined && path !== '-') {
      const file = await lineWriter(path, { field: 'file' });
      let exported = 0;
      for await (const line of lines) {
        await file.write(line);
        exported += 1;
      }
      await file.close();
      output.result({ exported, file: path }, () => `${exported} memories written to ${path}`);
    } else if (output.json) {
      const memories: ExportLine[] = [];
      for await (const line of lines) memories.push(line);
      output.result({ memories }, () => '');
    } else {
      for await (const line of lines) output.line(JSON.stringify(line));
    }
    return undefined;
  },
});
