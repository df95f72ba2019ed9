import {
  type DocumentOptions,
  parse,
  type SchemaOptions,
  type ParseOptions as YamlOptions,
} from 'yaml';
import { type Fields, isFields } from './values.ts';

type ParseOptions = YamlOptions & DocumentOptions & SchemaOptions & { maxAliasCount: number };

const block = /^---[ \t]*\r?\n([\s\S]*?)(?:^|\n)(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;
/** Nobody writes so much before a note, and a parser should not be given it. */
const longest = 64 * 1024;

/** What stands before a note, and the note. A rule of `---` at the top that nothing closes, or that is no YAML of names and values, is part of the note. */
export function readFrontMatter(content: string): { values: Fields; body: string } {
  const unmarked = content.replace(/^\uFEFF/, '');
  const [whole = '', head = ''] = block.exec(unmarked) ?? [];
  if (whole === '' || head.length > longest) return { values: {}, body: unmarked };
  const values = parseHead(head);
  if (values === undefined) return { values: {}, body: unmarked };
  return { values, body: unmarked.slice(whole.length) };
}

/**
 * Dates, `yes` and `no` stay texts. References are not followed, since they can be made to grow without end. What is no
 * YAML, such as a title with a colon, is read line by line.
 */
function parseHead(head: string): Fields | undefined {
  const options = { schema: 'failsafe', maxAliasCount: 0, uniqueKeys: false, logLevel: 'error' };
  try {
    const read: unknown = parse(head, options as ParseOptions);
    if (read === null && head.trim() === '') return {};
    return isFields(read) ? read : undefined;
  } catch {
    const lines = [...head.matchAll(/^([\w-]+):[ \t]*(.*?)[ \t]*\r?$/gm)];
    return lines.length === 0
      ? undefined
      : Object.fromEntries(
          lines.map(([, key, value]) => [key, value?.replace(/^(["'])(.*)\1$/, '$2')]),
        );
  }
}
