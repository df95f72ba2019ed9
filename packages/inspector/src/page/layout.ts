import { type Html, html } from '../html.ts';
import type { Change } from '../session/sessions.ts';
import type { Page, Place, Theme, Visit } from '../visit.ts';
import type { Words } from '../words.ts';
import { languages } from '../words.ts';
import { form } from './parts.ts';

interface Look {
  words: Words;
  theme: Theme;
  asset(name: string): string;
}

/** A whole page for a logged-in user. */
export function page(visit: Visit, shown: Page): Html {
  const { words, session, scope } = visit;
  const notice = session.notice?.(words);
  const shownToast = toast(visit, notice);
  session.notice = undefined;
  session.receipt = undefined;
  const body = html`<a class="skip" href="#main">${words.skip}</a>
<header class="side">
  <a class="brand" href="${visit.at('/browse')}">${icon('mark')}<span>mneme</span></a>
  <a class="scope" href="${visit.at('/scopes')}" title="${words.nav.change}"${current(shown.place, 'scopes')}>
    <span class="muted">${words.nav.scope}</span> <strong dir="auto">${scope.name}</strong>
    ${visit.readOnly && html`<span class="badge">${words.nav.readOnly}</span>`}
  </a>
  <nav aria-label="${words.nav.label}">
    ${places.map(
      (place, index) =>
        html`<a href="${visit.at(`/${place}`)}" data-key="${index + 1}"${current(shown.place, place)}>${icon(place)}<span>${words.nav[place]}</span></a>`,
    )}
  </nav>
</header>
<main id="main" tabindex="-1">${visit.hidesSecrets && html`<p class="notice hides">${words.secrets.hidden} <a href="${revealed(visit.here)}">${words.secrets.show}</a></p>`}${shown.main}</main>
<footer class="foot">${preferences(visit)}</footer>
<div id="toast" role="status">${shownToast}</div>
<p id="said" class="hidden" role="status"></p>
<div id="banner" role="alert" hidden data-offline="${words.errors.offline}" data-ended="${session.key === undefined ? words.errors.ended : words.errors.keyEnded}"></div>
${help(words)}`;
  const alive = visit.at('/alive').split('?')[0];
  return document({ ...visit, title: `${shown.title} · ${scope.name}`, body, alive });
}

/** A page for a user who is not logged in, or without a known scope. */
export function barePage(shown: Page, look: Look): Html {
  const body = html`<main id="main" class="bare"><p class="brand">${icon('mark')}<span>mneme</span></p>${shown.main}</main>`;
  return document({ ...look, title: shown.title, body });
}

const places = ['ask', 'browse', 'documents', 'attention'] as const;

function document({
  words,
  theme,
  asset,
  title,
  body,
  alive,
}: Look & { title: string; body: Html; alive?: string }): Html {
  return html`<!doctype html>
<html lang="${words.locale}" data-theme="${theme}"${alive === undefined ? '' : html` data-alive="${alive}"`} data-working="${words.errors.working}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · mneme</title>
<link rel="icon" href="${asset('icon.svg')}">
<link rel="stylesheet" href="${asset('inspector.css')}">
<script src="${asset('inspector.js')}" defer></script>
</head>
<body>${body}</body>
</html>`;
}

function current(place: Place | undefined, own: Place): Html | string {
  return place === own ? html` aria-current="page"` : '';
}

function preferences({ words, theme, at, here, session }: Visit): Html {
  const to = (query: Record<string, string>) => at('/preferences', { ...query, next: here });
  return html`<p class="choices"><span class="muted">${words.nav.theme}</span> ${(
    ['auto', 'light', 'dark'] as const
  ).map(
    (each) =>
      html`<a href="${to({ theme: each })}"${each === theme && html` aria-current="true"`}>${words.nav.themes[each]}</a> `,
  )}</p>
  <p class="choices">${Object.entries(languages).map(
    ([tag, own]) =>
      html`<a href="${to({ language: tag })}" lang="${own.locale}"${own === words && html` aria-current="true"`}>${own.language}</a> `,
  )}</p>
  <p class="choices"><button type="button" class="plain" data-key="?" data-open="help">${words.nav.keys} <kbd>?</kbd></button></p>
  ${session.key !== undefined && form({ at, session }, '/logout', html`<button class="plain">${words.nav.signOut}</button>`)}`;
}

/** The address of the same page with its secrets. */
function revealed(here: string): string {
  return `${here}${here.includes('?') ? '&' : '?'}reveal=1`;
}

/** What has just happened, and the changes that can still be undone: each has its own button. */
function toast(visit: Visit, notice: string | undefined): Html | string {
  const { session, words } = visit;
  const now = visit.now().getTime();
  const open = session.changes.filter(({ until }) => until > now).reverse();
  // The newest one, unless something else has happened since.
  const first = open[0] !== undefined && [undefined, open[0].notice(words)].includes(notice);
  const shown = first ? open[0] : undefined;
  const others = open.filter((change) => change !== shown);
  if (notice === undefined && open.length === 0) return '';
  const more =
    others.length > 0 &&
    html`<details><summary>${words.undo.more(others.length)}</summary>${others.map((change) => undoLine(visit, change))}</details>`;
  return html`<div class="toast">${shown === undefined ? html`<p><span data-said dir="auto">${notice}</span>${session.receipt !== undefined && html` <a href="${session.receipt}">${words.attention.receipt}</a>`}</p>` : undoLine(visit, shown, 'u')}${more}</div>`;
}

function undoLine({ at, session, words, now }: Visit, change: Change, key?: string): Html {
  const left = change.until - now().getTime();
  const seconds = Math.ceil(left / 1000);
  const button = html`<button${key !== undefined && html` data-key="${key}"`}>${words.undo.undo}${key !== undefined && html` <kbd>${key}</kbd>`}</button>`;
  return html`<div class="undo" data-left="${left}"><span dir="auto"${key !== undefined && html` data-said`}>${key === undefined ? change.said(words) : change.notice(words)}</span> <span class="muted" data-count>${words.undo.left(seconds)}</span> ${form({ at, session }, '/undo', button, { change: change.id })}</div>`;
}

function help({ keys }: Words): Html {
  const rows: [string, string][] = [
    ['/', keys.search],
    ['j k', keys.next],
    ['Enter', keys.open],
    ['e', keys.edit],
    ['u', keys.undo],
    ['1 2 3 4', keys.views],
    ['?', keys.help],
  ];
  return html`<dialog id="help" aria-labelledby="help-title">
<h2 id="help-title">${keys.title}</h2>
<dl>${rows.map(([key, what]) => html`<div><dt>${key.split(' ').map((each) => html`<kbd>${each}</kbd> `)}</dt><dd>${what}</dd></div>`)}</dl>
<form method="dialog"><button>${keys.close}</button></form>
</dialog>`;
}

/** Paths in a square of 16, drawn in the colour of the text. */
const icons = {
  mark: 'M2.5 13V4.5L5.5 8.5 8 4.5 10.5 8.5 13.5 4.5V13',
  ask: 'M2.5 3.5h11v7h-6l-3 2.5v-2.5h-2z',
  browse: 'M2.5 4h11M2.5 8h11M2.5 12h7',
  documents: 'M4 1.5h5l3 3v10H4zM9 1.5v3h3',
  attention: 'M8 2.5l6 11H2zM8 7v3M8 11.8v.2',
} as const;

function icon(name: keyof typeof icons): Html {
  return html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="${icons[name]}"/></svg>`;
}
