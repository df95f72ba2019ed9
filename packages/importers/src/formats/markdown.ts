import { type MemoryCategory, memoryCategories } from '@mneme/core';
import { factOf, passagesOf } from '../facts.ts';
import { readFrontMatter } from '../front-matter.ts';
import { type Imported, placed, skip } from '../imported.ts';
import { ownItems } from '../own-markdown.ts';
import { eachText } from '../read-file.ts';
import type { Source, SourceFile } from '../sources/source.ts';
import { type Fields, hashOfWords, name, text, time } from '../values.ts';
import { readable } from './jsonl.ts';

/**
 * Notes in Markdown: Mneme's own export, basic-memory, Obsidian, rules of coding agents. Observations become facts, the
 * rest is imported by sections.
 */
export async function* readMarkdown(source: Source): AsyncGenerator<Imported> {
  const met = new Set<string>();
  for await (const file of source.files()) {
    const isMedia = /\.(?:png|jpe?g|gif|webp|svg|pdf|mp3|mp4|canvas)$/i.test(file.name);
    if (source.kind === 'stream' || isNote(file.name))
      yield* eachText(file, (content) => readNote(content, { file, met }));
    else yield* placed(file.name, [skip(isMedia ? 'media' : 'not_a_memory')]);
  }
}

/** Including rules of coding agents, whose files may have no extension or another one. */
export function isNote(path: string): boolean {
  return /\.(?:md|markdown|mdc)$|(?:^|\/)\.(?:cursorrules|windsurfrules|clinerules)$/i.test(path);
}

function* readNote(
  content: string,
  { file, met }: { file: SourceFile; met: Set<string> },
): Generator<Imported> {
  const { values, body: whole } = readFrontMatter(content);
  const { items, rest: body } = ownItems(whole);
  // Turns first: facts rest on them.
  for (const kind of ['episode', 'fact'])
    for (const { line, at } of items)
      if (line.kind === kind) yield* placed(`${file.name}, line ${at}`, [readable(line)]);
  if (items.length > 0 && text(body) === undefined) return;
  // macOS and other systems encode the same name differently.
  const path = file.name.normalize('NFC');
  const permalink = text(values.permalink);
  const id = permalink !== undefined && !met.has(permalink) ? permalink : path;
  met.add(id);
  const title =
    text(values.title) ??
    path
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/, '')
      // Notion ends each name with an id.
      .replace(/ [0-9a-f]{32}$/, '') ??
    path;
  const shared = {
    origin: 'markdown',
    tags: [values.tags, values.aliases],
    source: { documentPath: name(path) },
    metadata: { title, type: text(values.type), ...custom(values) },
  };
  const occurredAt =
    localTime(values.modified) ??
    localTime(values.created) ??
    localTime(values.date) ??
    file.changedAt;
  const written = 'excalidraw-plugin' in values ? withoutDrawing(body) : body;
  if (written !== body) yield* placed(path, [skip('media')]);
  const { observations, rest } = observationsIn(written);
  for (const { category, said, tags, context, line } of observations) {
    const known = memoryCategories.find((each) => each === category);
    const fact = factOf({
      ...shared,
      id: `${id}#${hashOfWords(category, said).slice(0, 16)}`,
      content: said,
      category: known ?? (categories.get(category.toLowerCase()) as MemoryCategory | undefined),
      tags: [...shared.tags, known === undefined ? category : '', tags],
      occurredAt: localTime(context) ?? occurredAt,
      metadata: { ...shared.metadata, context },
    });
    yield* placed(`${path}, line ${line}`, [fact]);
  }
  if (text(rest) === undefined && observations.length > 0) return;
  const passages = {
    ...shared,
    id,
    content: rest,
    tags: [...shared.tags, tagsIn(rest)],
    occurredAt,
  };
  yield* placed(path, passagesOf(passages, { title }));
}

/** A drawing of Excalidraw is data in a fenced block, below the texts in it. */
function withoutDrawing(body: string): string {
  return body.replace(/^```(?:compressed-json|json)\n[^`]*(?:^```|$(?![\s\S]))/gm, '');
}

const categories: ReadonlyMap<string, MemoryCategory> = new Map([
  ['decision', 'decision_log'],
  ['preference', 'user_preference'],
  ['project', 'project_context'],
  ['task', 'task_progress'],
  ['todo', 'task_progress'],
  ['relation', 'relationship'],
]);

interface Observation {
  category: string;
  said: string;
  tags: string[];
  context: string | undefined;
  line: number;
}

/** `- [category] text #tag (context)`; not a task (`[ ]`, `[x]`, `[-]`) and not a link (`[text](address)`). */
const observationLine = /^\s*[-*+] \[([^\]\n]{2,60})\](?!\()\s+(\S.*)$/;
const fence = /^\s*(?:```|~~~)/;
const hashtag = /(?:^|\s)#([\p{L}\p{N}_][\p{L}\p{N}_/-]*)/gu;

function observationsIn(body: string): { observations: Observation[]; rest: string } {
  const found: { category: string; given: string; line: number }[] = [];
  const rest: string[] = [];
  let fenced = false;
  let open = false;
  for (const [index, line] of body.split('\n').entries()) {
    if (fence.test(line)) fenced = !fenced;
    const [, category = '', given = ''] = (!fenced && observationLine.exec(line)) || [];
    if (category !== '' && !category.startsWith('[')) {
      found.push({ category: category.trim(), given, line: index + 1 });
      open = true;
    } else if (open && /^ {2,}\S/.test(line)) {
      // Indented lines belong to the item above them.
      const last = found.at(-1);
      if (last !== undefined) last.given += `\n${line.trim()}`;
    } else {
      open = false;
      rest.push(line);
    }
  }
  return { observations: found.map(observationOf), rest: rest.join('\n') };
}

function observationOf({
  category,
  given,
  line,
}: Pick<Observation, 'category' | 'line'> & { given: string }): Observation {
  const trimmed = given.trimEnd();
  const [whole = '', context] = /\(([^()]*)\)$/.exec(trimmed) ?? [];
  const words = trimmed.slice(0, trimmed.length - whole.length);
  return { category, said: words.trim(), tags: tagsIn(words), context, line };
}

function tagsIn(words: string): string[] {
  return [...words.matchAll(hashtag)]
    .map(([, tag = '']) => tag)
    .filter((tag) => !/^\d+$/.test(tag));
}

const ownKeys = new Set('title type tags aliases permalink cssclasses cssclass source'.split(' '));

function custom(values: Fields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !ownKeys.has(key)));
}

/** In a note, a time without a zone is local time. */
function localTime(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const given = value.trim();
  if (!/^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?$/.test(given))
    return time(given);
  return time(new Date(given.includes(':') ? given.replace(' ', 'T') : `${given}T00:00`));
}
