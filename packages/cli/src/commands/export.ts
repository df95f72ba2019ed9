import { type Memory, MnemeError } from '@mneme/core';
import { terminalJson } from '@mneme/core/faces';
import { exportFormats } from '@mneme/importers/format-names';
import {
  type Environment,
  type ExportLine,
  exportMemories,
  exportRecords,
  type RecordLine,
} from '@mneme/runtime';
import { defineCommand } from '../command.ts';
import { writeFile } from '../files.ts';
import { memoryOptions } from '../options.ts';
import type { Output } from '../output.ts';
import { backendOf } from '../store-of.ts';
import { refuseOptions, UsageError } from '../usage-error.ts';

const exportCommand = defineCommand({
  usage: '[FILE]',
  details: [
    'Writes one record a line, in the format of import; "mneme import" restores the memories. Without a file the lines',
    'go to standard output. An import sets new times of learning and confirming.',
    '--records is without loss: a first line {"mneme": "records", "version": 1, "embedder"}, then a line',
    '{"record", "vector"} for each, with ids, all times and history; "mneme import --records" gives the same memories.',
    'Summaries of pruned turns, and how far "mneme sessions consolidate" has read, are left out.',
    '--format markdown, pam (Portable AI Memory) and mem0 are for other programs.',
  ].join('\n'),
  options: {
    'include-superseded': { help: 'also replaced memories; an import skips them' },
    format: {
      value: 'FORMAT',
      oneOf: exportFormats,
      help: 'jsonl, markdown, pam or mem0 (default: jsonl)',
    },
    records: { help: 'complete records, with vectors and history' },
  },
  uses: memoryOptions,
  async run({ values, positionals: [path], output, environment, signal, now, open }) {
    const { format = 'jsonl', records, includeSuperseded } = values;
    const scopes = values.scope === undefined ? undefined : [values.scope];
    const file = path === '-' ? undefined : path;
    if (format !== 'jsonl') {
      if (records)
        throw new UsageError('--records is a form of jsonl: leave --format out.', 'format');
      if (format !== 'pam')
        refuseOptions(values, ['includeSuperseded'], `is not for ${format}: leave it out.`);
      const { memory } = await open();
      const { exportAs } = await import('@mneme/importers');
      const pieces = exportAs(memory, { format, scopes, includeSuperseded, signal, now: now() });
      // On standard output it is the document itself, also with --json.
      if (file === undefined) for await (const piece of pieces) output.write(piece);
      else {
        if (await isEmpty(memory, scopes)) throw nothingToExport(file);
        await writeFile(pieces, file, environment);
        output.result({ format, file }, () => `memories written to ${file} as ${format}`);
      }
      return;
    }
    const backend = records
      ? await backendOf(values, { environment, mustExist: true, readOnly: true })
      : undefined;
    try {
      const lines = backend
        ? exportRecords(backend, { scopes, signal })
        : exportMemories((await open()).memory, {
            ...{ scopes, includeSuperseded, signal },
          });
      await write(lines, { file, output, environment });
    } finally {
      await backend?.close();
    }
  },
});

type Line = ExportLine | RecordLine;

async function write(
  lines: AsyncIterable<Line>,
  {
    file,
    output,
    environment,
  }: { file: string | undefined; output: Output; environment: Environment },
): Promise<void> {
  if (file !== undefined) {
    let exported = 0;
    const texts = async function* () {
      const header: string[] = [];
      for await (const line of lines) {
        header.push(`${JSON.stringify(line)}\n`);
        if ('mneme' in line) continue;
        yield* header.splice(0);
        exported += 1;
      }
    };
    await writeFile(texts(), file, environment);
    if (exported === 0) throw nothingToExport(file);
    output.result({ exported, file }, () => `${exported} memories written to ${file}`);
  } else if (output.json) {
    const memories: Line[] = [];
    for await (const line of lines) memories.push(line);
    output.result({ memories }, () => '');
  } else for await (const line of lines) output.line(terminalJson(line));
}

async function isEmpty(memory: Memory, scopes: readonly string[] | undefined): Promise<boolean> {
  for (const scope of scopes ?? (await memory.scopes())) {
    const { memories } = await memory.scope(scope).list({ limit: 1 });
    if (memories.length > 0) return false;
  }
  return true;
}

function nothingToExport(path: string): MnemeError {
  return new MnemeError('not_found', `there are no memories to export: ${path} was not written`);
}

export { exportCommand as export };
