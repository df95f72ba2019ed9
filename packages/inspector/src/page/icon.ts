import { type Html, html } from '../html.ts';

/** Paths in a square of 16, drawn in the colour of the text. */
const paths = {
  mark: 'M2.5 13V4.5L5.5 8.5 8 4.5 10.5 8.5 13.5 4.5V13',
  ask: 'M2.5 3.5h11v7h-6l-3 2.5v-2.5h-2z',
  browse: 'M2.5 4h11M2.5 8h11M2.5 12h7',
  documents: 'M4 1.5h5l3 3v10H4zM9 1.5v3h3',
  attention: 'M8 2.5l6 11H2zM8 7v3M8 11.8v.2',
} as const;

export function icon(name: keyof typeof paths): Html {
  return html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="${paths[name]}"/></svg>`;
}
