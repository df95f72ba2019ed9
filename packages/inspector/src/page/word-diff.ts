import { diffArrays } from 'diff';
import { type Html, html } from '../html.ts';

/** The time grows with the square of the edits: beyond so many the whole text is shown as replaced. */
const maxEditLength = 1000;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** The newer text, with what the older one had beside it: word by word, in languages without spaces too. */
export function wordDiff(older: string, newer: string): Html[] {
  const [before, after] = [wordsOf(older), wordsOf(newer)];
  const parts = diffArrays(before, after, { maxEditLength }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  return parts.map(({ value, added, removed }) => {
    const text = value.join('');
    if (added) return html`<ins>${text}</ins>`;
    return removed ? html`<del>${text}</del>` : html`${text}`;
  });
}

function wordsOf(text: string): string[] {
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}
