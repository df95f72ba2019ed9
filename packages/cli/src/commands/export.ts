import { type Memory, MnemeError } from '@mneme/core';
import { terminalJson } from '@mneme/core/faces';
import { exportFormats, parseFormat } from '@mneme/importers/format-names';
import { type ExportLine, exportMemories, exportRecords, type RecordLine } from '@mneme/runtime';
import { defineCommand } from '../command.ts';
import { fileWriter, type LineWriter, lineWriter } from '../files.ts';
import { scopeOptions, storeOptions } from '../options.ts';
import type { Output } from '../output.ts';
import { backendOf } from '../store-of.ts';
import { UsageError } from '../usage-error.ts';

export const exportCommand = defineCommand({
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
    'include-superseded': {
      help: 'also replaced memories; an import skips them',
    },
    format: {
      value: 'FORMAT',
      choices: exportFormats,
      help: 'jsonl, markdown, pam or mem0 (default: jsonl)',
    },
    records: { help: 'complete records, with vectors and history' },
  },
  uses: [...scopeOptions, ...storeOptions],
  async run({ values, positionals: [path], output, environment, signal, now, open }) {
    const scopes = values.scope === undefined ? undefined : [values.scope];
    const format = parseFormat(values.format ?? 'jsonl', {
      field: 'format',
      formats: exportFormats,
    });
    const includeSuperseded = values['include-superseded'];
    if (format !== 'jsonl') {
      if (values.records)
        throw new UsageError('--records is a form of jsonl: leave --format out.', {
          field: 'format',
        });
      if (includeSuperseded && format !== 'pam')
        throw new UsageError(
          `${format} has no place for what was replaced: leave --include-superseded out.`,
          {
            field: 'include-superseded',
          },
        );
      const { memory } = await open({ embedder: 'none' });
      const { exportAs } = await import('@mneme/importers');
      const pieces = exportAs(memory, { format, scopes, includeSuperseded, signal, now: now() });
      await writeText(pieces, { path, output, format, empty: await isEmpty(memory, scopes) });
      return undefined;
    }
    const backend = values.records
      ? await backendOf(values, { environment, mustExist: true })
      : undefined;
    try {
      const lines =
        backend === undefined
          ? exportMemories((await open({ embedder: 'none' })).memory, {
              scopes,
              includeSuperseded,
              signal,
            })
          : exportRecords(backend, { scopes, signal });
      await write(lines, { path, output });
    } finally {
      await backend?.close();
    }
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

async function isEmpty(memory: Memory, scopes: readonly string[] | undefined): Promise<boolean> {
  for (const scope of scopes ?? (await memory.scopes())) {
    const { memories } = await memory.scope(scope).list({ limit: 1 });
    if (memories.length > 0) return false;
  }
  return true;
}

/**
 * Like {@link write}, for formats other than JSONL. On standard output it is the document itself, also with `--json`.
 */
async function writeText(
  pieces: AsyncIterable<string>,
  {
    path,
    output,
    format,
    empty,
  }: { path: string | undefined; output: Output; format: string; empty: boolean },
): Promise<void> {
  if (path === undefined || path === '-') {
    for await (const piece of pieces) output.write(piece);
    return;
  }
  if (empty) throw nothingToExport(path);
  const file = await fileWriter(path, { field: 'file' });
  for await (const piece of pieces) await file.write(piece);
  await file.close();
  output.result({ format, file: path }, () => `memories written to ${path} as ${format}`);
}

function nothingToExport(path: string): MnemeError {
  return new MnemeError('not_found', `there are no memories to export: ${path} was not written`);
}

/** An existing file is replaced only if there are memories to write. */
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
  if (file === undefined) throw nothingToExport(path);
  await file.close();
  return exported;
}
