import type { EvidenceReport, MemoryRecord, Recalled, RecalledFact, WhyNot } from '@mneme/core';
import { defineCommand } from '../command.ts';
import { filterFrom, filterOptions } from '../filter-options.ts';
import { memoryOptions } from '../options.ts';
import type { Output } from '../output.ts';
import {
  more,
  showDecisions,
  showExplanation,
  showRecords,
  showRetrieved,
} from '../show-memories.ts';
import { oneLine } from '../text-width.ts';
import { noSuchMemory, shortId, wholeId } from '../whole-id.ts';

export const retrieve = defineCommand({
  usage: 'QUERY...',
  options: {
    limit: { number: 'N', help: 'maximum number, 1 to 1000 (default: 10)' },
    'min-relevance': { number: '0..1', help: 'minimum relevance (default: 0)' },
    ...filterOptions,
    explain: { help: 'show the parts of each score' },
    'why-not': { value: 'ID', help: 'say why this memory is not found' },
  },
  uses: [...memoryOptions, 'embedder', 'reranker'],
  async run({ values, positionals, output, signal, open }) {
    const { limit, minRelevance, explain, whyNot } = values;
    const query = positionals.join(' ');
    const asked = { ...filterFrom(values), limit, minRelevance, signal };
    const { scope } = await open();
    if (whyNot !== undefined) {
      const answer = await scope.whyNot(query, await wholeId(scope, whyNot), asked);
      output.result(answer, () => showWhyNot(answer, output));
      return;
    }
    const found = await scope.retrieve(query, { ...asked, explain });
    const { memories, degraded } = found;
    if (degraded !== undefined) output.note(degraded);
    output.result(found, () =>
      memories.length === 0
        ? output.colours.quiet(`Nothing found in the scope "${scope.name}".`)
        : showRetrieved(memories, output),
    );
  },
});

function showWhyNot({ returned, rank, withheld, reasons, explanation }: WhyNot, output: Output) {
  const { good, warning, quiet } = output.colours;
  const place = rank === undefined ? '' : ` ${quiet(`(rank ${rank})`)}`;
  return [
    `${returned ? good('It is found') : warning('It is not found')}${place}`,
    withheld && `  Not in a recall: ${withheld}`,
    ...reasons.map(({ code, message }) => `  ${message} ${quiet(`[${code}]`)}`),
    ...(explanation ? showExplanation(explanation, output).map((line) => `  ${line}`) : []),
  ];
}

/** A person waits, so a slow start must not give an empty block. */
const longest = 60_000;

const prefetchCommand = defineCommand({
  usage: 'MESSAGE...',
  details: [
    'First the profile: facts for every message. Then the part for this message: further facts, and passages of earlier',
    'conversations. For small talk and general requests only the profile.',
  ].join('\n'),
  options: {
    budget: { number: 'TOKENS', help: 'maximum tokens of the block (default: 1000)' },
    'profile-share': {
      number: '0..1',
      help: 'share of the budget for the profile (default: 0.8 to 0.9)',
    },
    limit: { number: 'N', help: 'maximum facts for this message (default: 5)' },
    explain: { help: 'say why each line is there' },
  },
  uses: [...memoryOptions, 'embedder'],
  async run({ values, positionals, output, signal, open }) {
    const message = positionals.join(' ');
    const { budget: tokenBudget, profileShare, limit } = values;
    const options = { tokenBudget, profileShare, limit, signal };
    const { prefetch } = await import('@mneme/agent/prefetch');
    const { scope } = await open();
    const block = await prefetch(scope, message, { ...options, timeoutMs: longest });
    if (block.skipped?.reason === 'error') throw block.skipped.error;
    const { text, tokens, memories } = block;
    const recalled = values.explain
      ? await scope.recall(message, { ...options, explain: true })
      : undefined;
    const { quiet } = output.colours;
    output.result({ text, tokens, memories, recalled }, () => [
      text === '' ? quiet(`Nothing to recall in the scope "${scope.name}".`) : text,
      ...(recalled === undefined ? [] : ['', ...reasons(recalled).map((line) => quiet(line))]),
    ]);
  },
});

function reasons({ profile, facts, passages, withheld }: Recalled): string[] {
  const lines = [...profile, ...facts, ...passages.flatMap(({ turns }) => turns)].map(
    ({ id, content, why }: RecalledFact) => `${shortId(id)}  ${oneLine(content, 50)}: ${why}`,
  );
  return withheld === undefined ? lines : [...lines, `No turn came: ${withheld}.`];
}

export const list = defineCommand({
  options: {
    order: {
      value: 'ORDER',
      help: 'newest (default) or importance',
      oneOf: ['newest', 'importance'],
    },
    limit: { number: 'N', help: 'maximum number, 1 to 1000 (default: 50)' },
    cursor: { value: 'CURSOR', help: 'start after the previous page' },
    ...filterOptions,
  },
  uses: memoryOptions,
  async run({ values, output, open }) {
    const { order, limit, cursor } = values;
    const options = { ...filterFrom(values), order, limit, cursor };
    const { scope } = await open();
    const page = await scope.list(options);
    output.result(page, () => {
      const { quiet } = output.colours;
      if (page.memories.length === 0)
        return quiet(`The scope "${scope.name}" has no such memories.`);
      return [showRecords(page.memories, output), more(page.nextCursor, quiet)];
    });
  },
});

export const get = defineCommand({
  usage: 'ID',
  details: [
    '--why adds the evidence of a fact (turns and documents), or the facts made from a turn; what it replaced and',
    'what replaced it, oldest first; and which rule decided.',
  ].join('\n'),
  options: {
    why: { help: 'where it comes from' },
    'include-expired': { help: 'also if it has expired' },
  },
  uses: [...memoryOptions, 'documents'],
  async run({ values, positionals: [given = ''], output, open }) {
    const { scope } = await open();
    const id = await wholeId(scope, given);
    if (values.why) {
      const report = await scope.evidence(id);
      if (report === undefined) throw noSuchMemory(scope.name, id);
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
    if (record === undefined) throw noSuchMemory(scope.name, id);
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

export { prefetchCommand as prefetch };
