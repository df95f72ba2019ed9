import { html } from '../html.ts';
import { emptyState } from '../page/parts.ts';
import type { View } from '../visit.ts';

const mostShown = 200;

/** The scopes that this session may see. */
export const scopesView: View = async (visit) => {
  const { words, query, scope, at } = visit;
  const names = await visit.scopeNames();
  const wanted = (query('q') ?? '').toLowerCase();
  const found = names.filter((name) => name.toLowerCase().includes(wanted));
  const rows = found
    .slice(0, mostShown)
    .map(
      (name) =>
        html`<li class="row"><a data-row href="${at('/browse', { scope: name })}"${name === scope.name && html` aria-current="true"`}><span class="text" dir="auto">${name}</span></a></li>`,
    );
  return {
    title: words.scopes.title,
    place: 'scopes',
    main: html`<header class="head"><h1>${words.scopes.title}</h1><p>${words.scopes.lead}</p></header>
<form class="filters" action="${at('/scopes').split('?')[0]}" data-live="results"><input type="hidden" name="scope" value="${scope.name}"><input type="search" name="q" value="${query('q') ?? ''}" dir="auto" placeholder="${words.scopes.find}" aria-label="${words.scopes.find}" data-key="/" autocomplete="off"></form>
<div data-region="results">${rows.length > 0 ? html`<ol class="rows">${rows}</ol>` : emptyState(names.length === 0 ? words.scopes.none : words.scopes.noMatch)}
${found.length > mostShown && html`<p class="muted">${words.scopes.more(found.length - mostShown)}</p>`}</div>`,
  };
};
