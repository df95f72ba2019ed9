import { type Html, html } from '../html.ts';
import type { Visit } from '../visit.ts';

/** The three views of a scope. */
export function sections({ words, at }: Visit, own: 'browse' | 'conversations' | 'timeline'): Html {
  const all = {
    browse: words.browse.memories,
    conversations: words.browse.conversations,
    timeline: words.browse.timeline,
  };
  return html`<nav class="tabs" aria-label="${words.browse.sections}">${Object.entries(all).map(
    ([path, name]) =>
      html`<a href="${at(`/${path}`)}"${path === own && html` aria-current="page"`}>${name}</a>`,
  )}</nav>`;
}
