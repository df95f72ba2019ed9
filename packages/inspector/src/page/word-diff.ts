import { diffArrays } from 'diff';
import { type Html, html } from '../html.ts';

/** The time grows with the square of the edits: above this number the whole text is shown as replaced. */
const maxEditLength = 1000;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** The newer text with the changes from the older one, word by word, also in languages without spaces. */
export function wordDiff(older: string, newer: string): Html[] {
  return partsOf(older, newer).map(({ value, added, removed }) => {
    const text = value.join('');
    if (added) return html`<ins>${text}</ins>`;
    return removed ? html`<del>${text}</del>` : html`${text}`;
  });
}

/** Both texts, each with its own words marked. */
export function bothSides(older: string, newer: string): { older: Html[]; newer: Html[] } {
  const parts = partsOf(older, newer);
  const side = (own: 'added' | 'removed', other: 'added' | 'removed') =>
    parts
      .filter((part) => !part[other])
      .map((part) =>
        part[own] ? html`<mark>${part.value.join('')}</mark>` : html`${part.value.join('')}`,
      );
  return { older: side('removed', 'added'), newer: side('added', 'removed') };
}

function partsOf(older: string, newer: string) {
  const [before, after] = [wordsOf(older), wordsOf(newer)];
  return (
    diffArrays(before, after, { maxEditLength }) ?? [
      { value: before, removed: true, added: false },
      { value: after, removed: false, added: true },
    ]
  );
}

function wordsOf(text: string): string[] {
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}
