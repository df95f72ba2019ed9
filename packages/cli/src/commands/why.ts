import type { EvidenceReport, MemoryRecord } from '@mneme/core';
import { defineCommand } from '../command.ts';
import { documentOptions, scopeOption, storeOptions } from '../options.ts';
import type { Output } from '../output.ts';
import { showDecisions, showRecords } from '../show-memories.ts';
import { oneLine } from '../text-width.ts';
import { wholeId } from '../whole-id.ts';

export const whyCommand = defineCommand({
  name: 'why',
  summary: 'show what a memory rests on: the turns and documents it was made of',
  usage: 'ID',
  details: 'Of a turn it shows the facts that rest on it.',
  options: { ...scopeOption, ...storeOptions, ...documentOptions },
  positionals: { min: 1, max: 1 },
  async run({ positionals: [given = ''], output, scopeName, open }) {
    const { memory } = await open({ embedder: 'none' });
    const scope = memory.scope(scopeName);
    const id = await wholeId(scope, given);
    const report = await scope.evidence(id);
    const decisions = await scope.decisions(id);
    output.result({ ...report, decisions }, () =>
      [...shown(report, output), ...showDecisions(decisions, output)].join('\n'),
    );
    return undefined;
  },
});

function shown({ memory, ...rest }: EvidenceReport, output: Output): string[] {
  const { quiet, strong } = output.colours;
  const { turns, documents, memories, gone, facts } = rest;
  const part = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [strong(title), ...lines.map((line) => `  ${line}`)];
  const origin =
    memory.kind === 'episode'
      ? 'It was said, and rests on nothing else.'
      : memory.extractedBy !== undefined
        ? `Extracted by ${memory.extractedBy} on ${memory.createdAt.slice(0, 10)}.`
        : `Stored on ${memory.createdAt.slice(0, 10)}${memory.evidence === undefined ? ', without evidence' : ''}.`;
  return [
    showRecords([memory], output),
    origin,
    ...part('It rests on', [
      ...turns.map(turnLine),
      ...documents.map(({ path, id }) => `${path} ${quiet(id)}`),
      ...memories.map(({ content, id }) => `${oneLine(content, 90)} ${quiet(id)}`),
      ...gone.map((id) => `${id} ${quiet('(gone)')}`),
    ]),
    ...part(
      'On it rest',
      facts.map(({ content, id }) => `${oneLine(content, 90)} ${quiet(id)}`),
    ),
  ];
}

function turnLine({ content, occurredAt, source }: MemoryRecord): string {
  const { speaker = '', session = '', sequence } = source;
  const place = `${occurredAt.slice(0, 16).replace('T', ' ')} ${oneLine(session, 30)} #${String(sequence)}`;
  return `${place} ${oneLine(speaker, 20)}: ${oneLine(content, 90)}`;
}
