import type { EvidenceReport, MemoryRecord } from '@mneme/core';
import { defineCommand } from '../command.ts';
import { scopeOptions, storeOptions } from '../options.ts';
import type { Output } from '../output.ts';
import { showDecisions, showRecords } from '../show-memories.ts';
import { oneLine } from '../text-width.ts';
import { noSuchMemory, shortId, wholeId } from '../whole-id.ts';

export const getCommand = defineCommand({
  usage: 'ID',
  details: [
    '--why adds the evidence of a fact (turns and documents), or the facts made from a turn; what it replaced and',
    'what replaced it, oldest first; and which rule decided.',
  ].join('\n'),
  options: {
    why: { help: 'where it comes from' },
    'include-expired': { help: 'also if it has expired' },
  },
  uses: [...scopeOptions, ...storeOptions, 'documents'],
  async run({ values, positionals: [given = ''], output, scopeName, open }) {
    const { memory } = await open({ embedder: 'none' });
    const scope = memory.scope(scopeName);
    const id = await wholeId(scope, given);
    if (values.why) {
      const report = await scope.evidence(id);
      const history = await scope.history(id);
      const decisions = await scope.decisions(id);
      output.result({ ...report, history, decisions }, () =>
        [
          ...shown(report, output),
          ...(history.length < 2 ? [] : [output.colours.strong('History')]),
          ...(history.length < 2 ? [] : [showRecords(history, output)]),
          ...showDecisions(decisions, output),
        ].join('\n'),
      );
      return undefined;
    }
    const record = await scope.get(id, { includeExpired: values.includeExpired });
    if (record === undefined) throw noSuchMemory(scopeName, id);
    output.result(record, () => showRecords([record], output));
  },
});

function shown({ memory, ...rest }: EvidenceReport, output: Output): string[] {
  const { quiet, strong } = output.colours;
  const { turns, documents, memories, gone, facts } = rest;
  const part = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [strong(title), ...lines.map((line) => `  ${line}`)];
  const text = ({ content, id }: Pick<MemoryRecord, 'content' | 'id'>) =>
    `${oneLine(content, output.width - 12)} ${quiet(shortId(id))}`;
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
      ...turns.map((turn) => oneLine(turnLine(turn), output.width - 2)),
      ...documents.map(({ path, id }) => `${path} ${quiet(id)}`),
      ...memories.map(text),
      ...gone.map((id) => `${shortId(id)} ${quiet('(gone)')}`),
    ]),
    ...part('On it rest', facts.map(text)),
  ];
}

function turnLine({ content, occurredAt, source }: MemoryRecord): string {
  const { speaker = '', session = '', sequence } = source;
  const place = `${occurredAt.slice(0, 16).replace('T', ' ')} ${oneLine(session, 20)} #${String(sequence)}`;
  return `${place} ${oneLine(speaker, 20)}: ${content}`;
}
