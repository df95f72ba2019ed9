import type { ExportLine } from '@mneme/runtime';
import { type Fields, isFields, jsonOf, texts } from './values.ts';

/** An item of Mneme's own Markdown: a line of its JSON export, and the text that stands before it. */
export interface OwnItem {
  line: Record<string, unknown>;
  /** Line number in the note, from 1. */
  at: number;
}

/** What readers see around the text of an item; a reader program takes exactly this away. */
type Shown = Pick<ExportLine, 'category' | 'speaker' | 'tags' | 'time'>;

function before({ category, speaker, time }: Shown): string {
  if (category !== undefined) return `- [${category}] `;
  return `- **${oneLine(speaker ?? 'somebody')}** (${time}): `;
}

/** On a line of its own if the text has several, because the last one may end a block of code. */
function after({ category, tags = [], time }: Shown, isLong: boolean): string {
  if (category === undefined) return isLong ? '\n' : '';
  const words = tags.map((tag) => `#${tag.replace(/[^\p{L}\p{N}_/-]+/gu, '-')}`);
  return `${isLong ? '\n' : ' '}${[...words, `(${time})`].join(' ')}`;
}

/**
 * A list item with the text as it is, further lines indented, and the rest of the export's line in a comment, which
 * readers of Markdown do not show.
 */
export function ownItem({ content, ...line }: ExportLine): string {
  const isLong = content.includes('\n');
  const text = before(line) + content + after(line, isLong);
  const json = JSON.stringify(line).replace(/[<>]/g, (sign) =>
    sign === '<' ? '\\u003c' : '\\u003e',
  );
  return `${text.replace(/\n(?=.)/g, '\n  ')}${isLong && text.endsWith('\n') ? '  ' : ' '}<!-- mneme ${json} -->\n`;
}

const ending = /[ ]?<!-- mneme (\{[^<>]*\}) -->[ \t]*$/;

/** The items of Mneme's own Markdown in a note, and its other lines. */
export function ownItems(body: string): { items: OwnItem[]; rest: string } {
  const items: OwnItem[] = [];
  const rest: string[] = [];
  let open: string[] = [];
  const lines = body.split('\n');
  for (const [index, line] of lines.entries()) {
    const goesOn = open.length > 0 && (line === '' || line.startsWith('  '));
    if (!goesOn) rest.push(...open.splice(0));
    if (!goesOn && !line.startsWith('- ')) {
      rest.push(line);
      continue;
    }
    open.push(goesOn ? line.slice(2) : line);
    const [end, json = ''] = ending.exec(line) ?? [];
    if (end === undefined) continue;
    const known = jsonOf(json);
    const text = open.join('\n').slice(0, -end.length);
    // The headings above an item are the export's.
    while (isFields(known) && /^(?:\s*|#{1,6} .*)$/.test(rest.at(-1) ?? '-')) rest.pop();
    if (isFields(known))
      items.push({
        line: { ...known, content: textOf(text, shownOf(known)) },
        at: index + 2 - open.length,
      });
    else rest.push(...open);
    open = [];
  }
  return { items, rest: [...rest, ...open].join('\n') };
}

/** The comment may have been changed, too. */
function shownOf({ category, speaker, tags, time }: Fields): Shown {
  return {
    category: isText(category) ? (category as Shown['category']) : undefined,
    speaker: isText(speaker) ? speaker : undefined,
    tags: texts(tags),
    time: isText(time) ? time : '',
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Without what {@link ownItem} shows around it. Somebody may have changed the text. */
function textOf(text: string, line: Shown): string {
  const isLong = text.includes('\n');
  const [start, end] = [before(line), after(line, isLong)];
  const begun = text.startsWith(start) ? text.slice(start.length) : text.slice('- '.length);
  return begun.endsWith(end) ? begun.slice(0, begun.length - end.length) : begun;
}

/** Without line breaks. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
