import { type Html, html } from '../html.ts';
import { field } from '../page/parts.ts';
import type { Words } from '../words.ts';

/** How to log in: by a key, or by the link in the terminal. */
export function entryMain({
  words: { entry },
  byKey,
  problem,
  next = '',
  action = '',
}: {
  words: Words;
  byKey: boolean;
  problem?: 'wrong' | 'slow';
  next?: string;
  action?: string;
}): Html {
  if (!byKey)
    return html`<section class="state"><h1>${entry.link}</h1><p>${entry.linkLead}</p></section>`;
  return html`<section class="panel"><h1>${entry.title}</h1><p>${entry.keyLead}</p>
${problem !== undefined && html`<p class="notice bad" role="alert">${entry[problem]}</p>`}
<form method="post" action="${action}"><input type="hidden" name="next" value="${next}">${field(entry.key, html`<input type="password" name="key" required autofocus autocomplete="off" spellcheck="false">`)}<p class="line"><button class="main">${entry.go}</button></p></form></section>`;
}

export function followMain({ entry }: Words, to: string): Html {
  return html`<section class="state"><h1 class="hidden">${entry.continue}</h1><p><a class="button main" href="${to}">${entry.continue}</a></p></section>`;
}
