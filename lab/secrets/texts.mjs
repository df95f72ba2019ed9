import { readFileSync } from 'node:fs';
import { findSecrets } from '../../packages/secrets/src/index.ts';
import { randomFrom } from '../../tools/random.mjs';
import { filler } from './fill.mjs';

/**
 * The sets of texts: their files in `texts/` (one with secrets, one without; a text a line, by kind), how many times a
 * line is filled (with secrets, without), and whether they are divided into halves: 1 for tuning, 2 only reported. All
 * data in them is invented.
 */
const sets = {
  generated: { files: { made: [2, 6] } },
  'freely written': { files: { told: [1, 1], formats: [3, 8] }, halves: true },
  'written later': { files: { later: [1, 1] } },
  lists: { files: { lists: [1, 1] }, halves: true },
  'in use': { files: { 'in-use': [2, 2] }, halves: true },
  'in use, another day': { files: { 'in-use-later': [2, 2] } },
  'in use, a third day': { files: { 'in-use-last': [2, 2] } },
  fresh: { files: { fresh: [1, 1] } },
  'fresh, unread': { files: { 'fresh-unread': [1, 1] } },
};

/**
 * The texts of a set: the position of the secret in each (UTF-16, `end` exclusive), and those without one. Some answer
 * the `question` of the turn before.
 */
export function secretTexts(set, half = 1) {
  const { files, halves } = sets[set];
  const fill = filler(half);
  const read = (part) =>
    Object.entries(files).flatMap(([name, times]) =>
      kindsOf(`${name}.${part}.txt`).flatMap(({ kind, lines }) =>
        (halves ? halfOf(lines, half) : lines).flatMap((line) =>
          Array.from({ length: times[part === 'secret' ? 0 : 1] }, () => marked(kind, fill(line))),
        ),
      ),
    );
  return { positives: read('secret'), negatives: read('clean') };
}

/** What the search finds in such a text. */
export function findingsIn({ text, question }) {
  return findSecrets(text, question === undefined ? {} : { before: [question] });
}

/** Whether all letters and digits of a secret are covered, because a part of a secret is a leak too. */
export function isFound({ start, end, ...said }) {
  const findings = findingsIn(said);
  const { text } = said;
  for (let at = start; at < end - 1; at++)
    if (/[\p{L}\p{N}]/u.test(text[at]) && !findings.some((one) => one.start <= at && one.end > at))
      return false;
  return true;
}

/** `== KIND` starts the lines of a kind, and `\n` is a line break in a text. */
function kindsOf(file) {
  return readFileSync(new URL(`texts/${file}`, import.meta.url), 'utf8')
    .split(/^== /mu)
    .slice(1)
    .map((part) => {
      const [kind, ...lines] = part.trimEnd().split('\n');
      return { kind, lines: lines.map((line) => line.replaceAll('\\n', '\n')) };
    });
}

/** A shuffle that depends only on the length, cut in two. */
function halfOf(items, half) {
  const next = randomFrom(items.length * 0x9e3779b9);
  return items
    .map((item) => ({ item, at: next() }))
    .sort((a, b) => a.at - b.at)
    .filter((_, index) => index % 2 === half - 1)
    .map(({ item }) => item);
}

/** The secret is between ⟦ and ⟧, and a question is before ⇢. */
function marked(kind, line) {
  const [text, question] = line.split(' ⇢ ').reverse();
  const start = text.indexOf('⟦');
  const end = text.indexOf('⟧') - 1;
  return { kind, question, text: text.replace(/[⟦⟧]/gu, ''), start, end };
}
