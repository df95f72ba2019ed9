import type { ConflictExplanation, Explanation, MemoryRecord, RetrievedMemory } from '@mneme/core';
import type { Output } from './output.ts';
import { oneLine, pad, wrap } from './text-width.ts';
import { shortId } from './whole-id.ts';

type Look = Pick<Output, 'colours' | 'width'>;

/** Retrieved memories with their scores, best first. */
export function showRetrieved(memories: readonly RetrievedMemory[], look: Look): string {
  const { accent } = look.colours;
  return memories
    .flatMap((memory) => [
      ...content(`${accent(memory.relevance.toFixed(2))}  `, 6, memory, look),
      ...smallPrint([`importance ${memory.importance}`, ...facts(memory)], 6, look),
      ...(memory.explanation === undefined
        ? []
        : showExplanation(memory.explanation, look).map((line) => `      ${line}`)),
    ])
    .join('\n');
}

/** Records as they are stored. */
export function showRecords(records: readonly MemoryRecord[], look: Look): string {
  const { accent, quiet } = look.colours;
  return records
    .flatMap((record) => [
      ...content(
        `${accent('★'.repeat(record.importance))}${quiet('·'.repeat(5 - record.importance))}  `,
        7,
        record,
        look,
      ),
      ...smallPrint(facts(record), 7, look),
    ])
    .join('\n');
}

/** Which rule decided, and by which words: one line each. */
export function showDecisions(
  decisions: readonly ConflictExplanation[],
  { colours: { quiet } }: Look,
): string[] {
  return decisions.map(({ older, newer, outcome, rule, olderWords, newerWords }) => {
    const verb = outcome === 'contested' ? 'contests' : 'replaced';
    const words = [olderWords, newerWords].map((list) => oneLine(list.join(' '), 40) || '–');
    return quiet(`${shortId(newer)} ${verb} ${shortId(older)}: ${rule} (${words.join(' → ')})`);
  });
}

/** The parts of a score, one a line. */
export function showExplanation(
  explanation: Explanation,
  { colours: { quiet, accent } }: Look,
): string[] {
  const width = Math.max(0, ...explanation.parts.map(({ name }) => name.length));
  return [
    ...explanation.parts.map(
      ({ name, value, why }) =>
        `${accent(`${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`)} ${pad(name, width)}  ${quiet(oneLine(why, 90))}`,
    ),
    `${accent(`=${explanation.total.toFixed(3)}`)} ${pad('total', width)}  ${quiet(
      explanation.matchedTerms.length === 0
        ? 'no word in common'
        : `words in common: ${explanation.matchedTerms.join(', ')}`,
    )}`,
    ...relevanceOf(explanation).map(quiet),
  ];
}

/** The probability that the best ten answer, this memory's share of it, and the evidence for and against. */
function relevanceOf({ relevance: { chance, share, parts } }: Explanation): string[] {
  const heads = parts
    .filter(({ value }) => Math.abs(value) >= 0.1)
    .map(({ name, value }) => `${name} ${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`);
  return [
    `relevance = ${chance.toFixed(2)} (the best ten answer) × ${share.toFixed(2)} (share of this memory)`,
    ...wrap(`log odds: ${heads.join(', ')}`, 70),
  ];
}

function content(
  first: string,
  indent: number,
  { content: text, supersededBy }: MemoryRecord | RetrievedMemory,
  { width, colours }: Look,
): string[] {
  return wrap(text, width - indent).map(
    (line, index) =>
      (index === 0 ? first : ' '.repeat(indent)) +
      (supersededBy === undefined ? line : colours.quiet(line)),
  );
}

function smallPrint(parts: readonly string[], indent: number, { colours, width }: Look): string[] {
  return wrap(parts.join(' · '), width - indent).map(
    (line) => ' '.repeat(indent) + colours.quiet(line),
  );
}

/** Details below a memory. */
function facts(memory: MemoryRecord | RetrievedMemory): string[] {
  const { kind, category = kind, evidence, source, expiresAt, supersededBy } = memory;
  const { contests, contestedBy } = memory;
  return [
    category,
    memory.tags.map((tag) => `#${tag}`).join(' '),
    ...Object.entries(memory.metadata ?? {}).map(([key, value]) => `${key}=${shown(value)}`),
    evidence && `rests on ${evidence.length}`,
    source.speaker && `said by ${source.speaker}`,
    memory.occurredAt.slice(0, 10),
    memory.disclosure && `shown ${memory.disclosure}`,
    expiresAt && `expires ${expiresAt}`,
    supersededBy && `replaced ${memory.validTo?.slice(0, 10) ?? ''} by ${shortId(supersededBy)}`,
    contests && `contests ${contests.map(shortId).join(', ')}`,
    contestedBy && `contested by ${contestedBy.map(shortId).join(', ')}`,
    shortId(memory.id),
  ].flatMap((part) => (part ? [oneLine(part)] : []));
}

/** Shortened: `--json` has everything. */
function shown(value: unknown): string {
  return oneLine(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), 40);
}

/** The line below a page that is not the last. */
export function more(cursor: string | undefined, quiet: (text: string) => string) {
  return cursor !== undefined && `\n${quiet(`More: --cursor ${cursor}`)}`;
}
