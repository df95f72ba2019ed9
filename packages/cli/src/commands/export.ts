import { MnemeError, terminalJson } from '@mneme/core';
import { type ExportLine, exportMemories, exportRecords, type RecordLine } from '@mneme/runtime';
import { defineCommand } from '../command.ts';
import { type LineWriter, lineWriter } from '../files.ts';
import { storeOptions } from '../options.ts';
import type { Output } from '../output.ts';
import { backendOf } from '../store-of.ts';

export const exportCommand = defineCommand({
  name: 'export',
  summary: 'write memories as JSONL that import reads',
  usage: '[FILE]',
  details: [
    'One record a line, in the words of import; "mneme import" of it restores the memories. Without a file the lines',
    'go to standard output. Times of learning and of confirming are told, and an import gives its own.',
    'With --records nothing is lost: a first line {"mneme": "records", "version": 1, "embedder"}, then a line',
    '{"record", "vector"} each, with ids, all times and history; "mneme import --records" of it gives the same store.',
  ].join('\n'),
  options: {
    scope: { type: 'text', value: 'NAME', help: 'only this scope (default: every scope)' },
    'include-superseded': {
      type: 'flag',
      help: 'memories that were replaced, too; an import leaves them out',
    },
    records: { type: 'flag', help: 'records as they are kept, with vectors and history' },
    ...storeOptions,
  },
  positionals: { min: 0, max: 1 },
  async run({ values, positionals: [path], output, environment, signal, open }) {
    const scopes = values.scope === undefined ? undefined : [values.scope];
    const backend = values.records
      ? await backendOf(values, { environment, mustExist: true })
      : undefined;
    try {
      const lines =
        backend === undefined
          ? exportMemories((await open({ embedder: 'none' })).memory, {
              scopes,
              includeSuperseded: values['include-superseded'],
              signal,
            })
          : exportRecords(backend, { scopes, signal });
      await write(lines, { path, output });
    } finally {
      await backend?.close();
    }
    return undefined;
  },
});

async function write(
  lines: AsyncIterable<ExportLine | RecordLine>,
  { path, output }: { path: string | undefined; output: Output },
): Promise<void> {
  if (path !== undefined && path !== '-') {
    const exported = await writeFile(lines, path);
    output.result({ exported, file: path }, () => `${exported} memories written to ${path}`);
  } else if (output.json) {
    const memories: (ExportLine | RecordLine)[] = [];
    for await (const line of lines) memories.push(line);
    output.result({ memories }, () => '');
  } else {
    for await (const line of lines) output.line(terminalJson(line));
  }
}

/** A file that is there is replaced by memories, and never by nothing. */
async function writeFile(
  lines: AsyncIterable<ExportLine | RecordLine>,
  path: string,
): Promise<number> {
  let file: LineWriter | undefined;
  let exported = 0;
  const header: RecordLine[] = [];
  for await (const line of lines) {
    if ('mneme' in line) {
      header.push(line);
      continue;
    }
    file ??= await lineWriter(path, { field: 'file' });
    for (const first of header.splice(0)) await file.write(first);
    await file.write(line);
    exported += 1;
  }
  if (file === undefined)
    throw new MnemeError('not_found', `there are no memories to export: ${path} was not written`);
  await file.close();
  return exported;
}
