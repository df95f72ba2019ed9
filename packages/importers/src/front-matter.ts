import type { Fields } from './values.ts';

const block = /^---[ \t]*\n([\s\S]*?)(?:^|\n)(?:---|\.\.\.)[ \t]*(?:\n|$)/;
/** Maximum size; longer front matter is read as text. */
const longest = 4 * 1024;

/**
 * The front matter of a note, and the note. A `---` at the top without an end, or without names and values, is part of
 * the note.
 */
export function readFrontMatter(content: string): { values: Fields; body: string } {
  const note = content.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const [whole = '', head = ''] = block.exec(note.slice(0, longest)) ?? [];
  const values = Object.fromEntries(readFields(head.split('\n'), 0));
  if (Object.keys(values).length === 0 && head.trim() !== '') return { values: {}, body: note };
  return { values, body: note.slice(whole.length) };
}

const entry = /^(?:"([^"]*)"|'([^']*)'|([^\s"'#&*!|>%@`[\]{},?:-][^:]*)):(?:\s+|$)/;
/** `metadata:` with `type: user` below it; deeper levels are not read. */
const deepest = 1;

/**
 * The part of YAML that notes use: texts, quoted or not, lists of them, blocks, and fields below a field. Everything is
 * a text, so dates, `yes` and `007` stay unchanged. References and types are not supported: a YAML parser takes minutes
 * for a kilobyte of them.
 */
function readFields(lines: readonly string[], depth: number): [string, unknown][] {
  const found: { key: string; given: string; below: string[] }[] = [];
  for (const line of lines) {
    const [whole, double, single, plain] = entry.exec(line) ?? [];
    if (whole !== undefined)
      found.push({
        key: double ?? single ?? plain?.trim() ?? '',
        given: line.slice(whole.length).trim(),
        below: [],
      });
    else if (/^(?:\s|-\s|-?$)/.test(line)) found.at(-1)?.below.push(line);
  }
  return found.map(({ key, given, below }) => [key, fieldOf(given, { below, depth })]);
}

function fieldOf(
  given: string,
  { below, depth }: { below: readonly string[]; depth: number },
): unknown {
  const lines = below.map((line) => line.trim());
  if (/^[|>][-+\d]{0,2}$/.test(given)) return lines.join(given.startsWith('|') ? '\n' : ' ').trim();
  const said = lines.filter((line) => line !== '' && !line.startsWith('#'));
  if (given !== '' && !given.startsWith('#')) return scalarOrList([given, ...said].join(' '));
  if (said[0] === undefined) return '';
  if (/^-(?:\s|$)/.test(said[0])) return itemsOf(said);
  const indent = below.find((line) => line.trim() === said[0])?.search(/\S/) ?? 0;
  const inner =
    depth < deepest
      ? readFields(
          below.map((line) => line.slice(indent)),
          depth + 1,
        )
      : [];
  return inner.length === 0 ? scalarOrList(said.join(' ')) : Object.fromEntries(inner);
}

function itemsOf(lines: readonly string[]): string[] {
  const items: string[] = [];
  for (const line of lines) {
    if (/^-(?:\s|$)/.test(line)) items.push(line.slice(1).trim());
    else items.push(`${items.pop() ?? ''} ${line}`);
  }
  return items.map(scalar);
}

function scalarOrList(text: string): string | string[] {
  if (!/^\[.*\]$/s.test(text)) return scalar(text);
  const items = text.slice(1, -1).match(/"[^"]*"?|'(?:[^']|'')*'?|[^,"']+|,/g) ?? [];
  return items.map((item) => scalar(item.trim())).filter((item) => item !== '' && item !== ',');
}

function scalar(text: string): string {
  if (/^'.*'$/s.test(text)) return text.slice(1, -1).replaceAll("''", "'");
  if (/^".*"$/s.test(text)) return text.slice(1, -1).replace(/\\(["\\/])/g, '$1');
  const comment = text.search(/\s#/);
  return comment < 0 ? text : text.slice(0, comment).trimEnd();
}
