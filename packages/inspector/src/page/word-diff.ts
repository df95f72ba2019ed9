import { setImmediate } from 'node:timers/promises';
import { type Html, html } from '../html.ts';
import { type Budget, compare, type Run, Runs } from './compare.ts';

/** The newer text with the changes from the older one, word by word, also in languages without spaces. */
export async function wordDiff(
  older: string,
  newer: string,
  { skipped }: { skipped?: (characters: number) => string } = {},
): Promise<Html[]> {
  const runs = await runsLater(older, newer);
  return runs.map(({ from, text }, index) => {
    if (from === 'newer') return html`<ins>${text}</ins>`;
    if (from === 'older') return html`<del>${text}</del>`;
    if (skipped === undefined || text.length <= 3 * shownBeside || runs.length === 1)
      return html`${text}`;
    const start = index === 0 ? '' : text.slice(0, shownBeside);
    const end = index === runs.length - 1 ? '' : text.slice(-shownBeside);
    const count = text.length - start.length - end.length;
    return html`${start} <small class="skipped">[… ${skipped(count)} …]</small> ${end}`;
  });
}

/** Characters that are shown beside a change. */
const shownBeside = 160;

/** Words of the one text that the other one does not have, in lower case, without the shortest. */
export function wordsOnlyIn(one: string, other: string): string[] {
  const others = new Set(wordsOf(other.toLowerCase()));
  const own = wordsOf(one.toLowerCase()).filter((each) => /[\p{L}\p{N}]/u.test(each));
  return [...new Set(own)].filter(
    (each) => !others.has(each) && (each.length > 2 || /\p{N}|\p{sc=Han}/u.test(each)),
  );
}

/** Both texts, each with its own words marked. */
export async function bothSides(
  older: string,
  newer: string,
): Promise<{ older: Html[]; newer: Html[] }> {
  const runs = await runsLater(older, newer);
  const side = (own: Run['from']) =>
    runs
      .filter(({ from }) => from === own || from === 'both')
      .map(({ from, text }) => (from === own ? html`<mark>${text}</mark>` : html`${text}`));
  return { older: side('older'), newer: side('newer') };
}

/** Other requests are answered before each comparison. Await one before the next. */
async function runsLater(older: string, newer: string): Promise<Run[]> {
  await setImmediate();
  return runsOf(older, newer);
}

/** Some milliseconds, since nobody else is answered meanwhile. */
const stepsOfTexts = 300_000;

/** Lines and sentences first, then the words of those that differ. */
export function runsOf(
  older: string,
  newer: string,
  budget: Budget = { steps: stepsOfTexts },
): Run[] {
  const found = new Runs();
  const rough = compare(sentencesOf(older), sentencesOf(newer), budget);
  let replaced = '';
  for (const { from, text } of rough) {
    // Reading the words costs, too.
    const cost = 2 * (replaced.length + text.length);
    if (from === 'older') replaced = text;
    else if (from === 'both' || cost > budget.steps) {
      found.add('older', replaced);
      found.add(from, text);
      replaced = '';
    } else {
      budget.steps -= cost;
      for (const run of compare(wordsOf(replaced), wordsOf(text), budget))
        found.add(run.from, run.text);
      replaced = '';
    }
  }
  found.add('older', replaced);
  return found.all();
}

function sentencesOf(text: string): string[] {
  return text.match(/[^\n.!?。！？]*(?:[.!?。！？]+[ \t]*\n?|\n|$)/gu) ?? [];
}

/** Scripts that write words without spaces: there each character counts as a word. */
const unspaced = ['Han', 'Hira', 'Kana', 'Thai', 'Laoo', 'Khmr', 'Mymr']
  .map((script) => `\\p{sc=${script}}`)
  .join('');
const word = new RegExp(
  `[${unspaced}]\\p{M}*|(?:(?![${unspaced}])[\\p{L}\\p{M}\\p{N}_])+|\\s+|.`,
  'gsu',
);

/** `Intl.Segmenter` would take the square of the text's length. */
function wordsOf(text: string): string[] {
  return text.match(word) ?? [];
}
