import { quotation } from '../text/index.ts';
import data from './names.json' with { type: 'json' };

/** What `<proper>` (a name as written), `<any>` (also a small one) and the others stand for in a pattern. */
const pieces: Readonly<Record<string, string>> = data.pieces;
/**
 * How a speaker tells his name, or what he wants to be called: the sentence that says it plainly (`§`: the name), and
 * patterns with a group `name`, or `name2` where `<proper2>` and the like are a second alternative.
 */
const told: Readonly<Record<string, readonly string[]>> = data.told;
/** Capitalised words behind `I'm` that are no names, and words behind `call me` and `my name is`. */
const noNames = new Set(data.noNames.join(' ').split(' '));
/** No name in Chinese has these. */
const noChineseName =
  /[了他她它你我们們起去来來做写寫看吃干走帮幫回给給打什么麼不是的出外]|服务|服務/u;
const shouted = /^\p{Lu}{2,}$/u;

const patterns = Object.entries(told).flatMap(([plain, sources]) =>
  sources.map((source) => ({ pattern: new RegExp(withPieces(source), 'u'), plain })),
);

function withPieces(source: string): string {
  return source.replace(/<(\p{L}+)(2?)>/gu, (whole, name: string, second: string) => {
    const piece = pieces[name];
    return piece === undefined ? whole : piece.replace('<name>', `<name${second}>`);
  });
}

/**
 * The name that a speaker tells in a sentence, the sentence that says it plainly (`My name is Priya`), and what else he
 * says: the sentence without that clause.
 */
export function nameIn(
  sentence: string,
): { name: string; content: string; rest: string } | undefined {
  const own = sentence.replace(quotation, (words) => '§'.padEnd(words.length));
  for (const { pattern, plain } of patterns) {
    const found = pattern.exec(own);
    const groups = found?.groups;
    const written = (groups?.name ?? groups?.name2)?.replace(/['’]s$|[.'’-]+$/gu, '').trim();
    if (found === null || written === undefined || written === '' || isNoName(written)) continue;
    const name = written === written.toLowerCase() ? capitalised(written) : written;
    return { name, content: plain.replace('§', name), rest: withoutClause(sentence, found) };
  }
  return undefined;
}

const clauseEnd = /[,，、;；.。!！?？]/u;
const joining = /^\s*(?:(?:and|und|et|y|e|и|aus|from|but)\s+)/iu;

function withoutClause(sentence: string, { 0: match, index }: RegExpExecArray): string {
  const end = index + match.length;
  const start = [...sentence.slice(0, index + 1)].findLastIndex((letter) => clauseEnd.test(letter));
  const next = sentence.slice(end).search(clauseEnd);
  const behind = sentence.slice(end);
  // `My name is Viktor and I live in Rome` has another clause without a comma.
  if (joining.test(behind)) return behind.replace(joining, '');
  const before = sentence.slice(0, Math.max(0, start + 1));
  const after = next < 0 ? '' : behind.slice(next + 1);
  return `${before}${after}`.trim();
}

/** The name that such a plain sentence says. */
export function nameStated(content: string): string | undefined {
  for (const plain of Object.keys(told)) {
    const [before = '', after = ''] = plain.split('§');
    if (content.startsWith(before) && content.endsWith(after) && content.length > plain.length)
      return content.slice(before.length, content.length - after.length);
  }
  return undefined;
}

function isNoName(name: string): boolean {
  const [first = ''] = name.toLowerCase().split(/[\s-]/u);
  if (/\p{Script=Han}/u.test(name) && !/\p{Script=Hiragana}/u.test(name))
    return noChineseName.test(name);
  return noNames.has(first) || shouted.test(name);
}

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
