import type { Importance, MemoryCategory, MemorySource } from '@mneme/core';
import { chunkText } from '@mneme/core/faces';
import { type Item, skip } from './imported.ts';
import { hashOfWords, metadata, name, tags, text } from './values.ts';

/** A statement in a format's terms. Values are cleaned here. */
export interface Statement {
  /** The name of the format. */
  origin: string;
  /** The source's own id. */
  id: unknown;
  content: unknown;
  scope?: unknown;
  category?: MemoryCategory;
  importance?: Importance;
  tags?: readonly unknown[];
  /** ISO 8601 in UTC. */
  occurredAt?: string;
  expiresAt?: string;
  source?: MemorySource;
  metadata?: Record<string, unknown>;
}

/** A fact that stays one memory, because a person or a program stored it as one. */
export function factOf(statement: Statement): Item {
  const content = text(statement.content);
  if (content === undefined) return skip('empty');
  const { origin, category, importance, occurredAt, expiresAt } = statement;
  const externalId = `${origin}:${name(statement.id) ?? hashOfWords(content)}`;
  return {
    kind: 'fact',
    scope: name(statement.scope),
    input: {
      content,
      category,
      importance,
      tags: tags(...(statement.tags ?? [])),
      occurredAt,
      expiresAt,
      source: { ...statement.source, externalId },
      metadata: statement.metadata && metadata(statement.metadata),
    },
  };
}

/**
 * A text of any length as facts: cut before headings, and long parts between paragraphs. Each piece is identified by
 * its words, so a longer version of a text adds only what is new. `title` is put before each piece that does not
 * contain it.
 */
export function* passagesOf(
  statement: Statement,
  { title }: { title?: string } = {},
): Generator<Item> {
  const content = text(statement.content);
  if (content === undefined) return yield skip('empty');
  for (const piece of sectionsOf(content).flatMap(piecesOf)) {
    const named = title === undefined || piece.toLowerCase().includes(title.toLowerCase());
    const id = `${name(statement.id) ?? ''}#${hashOfWords(piece).slice(0, 16)}`;
    yield factOf({ ...statement, content: named ? piece : `${title}\n${piece}`, id });
  }
}

const heading = /^(?=#{1,6} |\*\*[^*\n]+\*\*:?[ \t]*$)/m;
const onlyHeading = /^(?:#{1,6} [^\n]*|\*\*[^*\n]+\*\*:?)$/;

/** A heading without text joins what follows it. */
function sectionsOf(content: string): string[] {
  const sections: string[] = [];
  let before = '';
  for (const section of content.split(heading)) {
    before += section;
    if (onlyHeading.test(section.trimEnd())) continue;
    sections.push(before);
    before = '';
  }
  return before.trim() === '' || sections.length > 0 ? sections : [before];
}

function piecesOf(section: string): string[] {
  return chunkText(section)
    .map(({ start, end }) => section.slice(start, end).trim())
    .filter((piece) => piece !== '');
}

/**
 * A statement that is true until some time, if one is given. If that time has passed, the statement goes to the history
 * until then, and the current fact is that it ended.
 */
export function* factUntil(
  statement: Statement,
  { until, now }: { until: string | undefined; now: string },
): Generator<Item> {
  if (until === undefined || until > now) return yield factOf({ ...statement, expiresAt: until });
  const { occurredAt = until } = statement;
  const fact = factOf({ ...statement, occurredAt: occurredAt < until ? occurredAt : until });
  yield fact;
  if (fact.kind !== 'fact') return;
  const content = `No longer true since ${until.slice(0, 10)}: ${fact.input.content}`;
  yield { ...fact, input: { ...fact.input, content, occurredAt: until } };
}
