import {
  type ListOptions,
  type MemoryCategory,
  type MemoryRecord,
  memoryCategories,
} from '@mneme/core';
import { shellWord } from '@mneme/core/faces';
import { type Html, html } from '../html.ts';
import { emptyState, field, grouped, hidden, memoryRow, options } from '../page/parts.ts';
import { monthText } from '../page/time.ts';
import type { View, Visit } from '../visit.ts';
import { sections } from './sections.ts';

/** Memories, newest first, or the best for a search; the address contains all of it. */
export const browseView: View = async (visit) => {
  const { words, query, scope } = visit;
  // In a large scope counting takes longer than finding, so a search with filters shows no count.
  const counts =
    query('q') === undefined || query('kind') === undefined ? await scope.stats() : undefined;
  const shown = shownKind(visit, counts?.byKind.fact ?? 0);
  const result = query('q') === undefined ? await listed(visit, shown) : await found(visit, shown);
  return {
    title: words.browse.title,
    place: 'browse',
    main: html`<header class="head"><h1>${words.browse.title} ${counts !== undefined && html`<span class="muted">${words.browse.counts(grouped(visit, counts.byKind.fact), grouped(visit, counts.byKind.episode))}</span>`}</h1>${sections(visit, 'browse')}</header>
${filters(visit, shown)}
<div data-region="results">${chips(visit)}${result}</div>`,
  };
};

const names = ['category', 'tag', 'speaker', 'session', 'importance'] as const;
const flags = ['contested', 'expiring', 'replaced'] as const;

function filters({ words, query, at, scope }: Visit, shown: Shown): Html {
  const { browse } = words;
  const text = (name: (typeof names)[number], label: string) =>
    field(label, html`<input name="${name}" value="${query(name) ?? ''}" dir="auto">`);
  const categories = [['', browse.any] as const, ...Object.entries(words.categories)];
  const kinds = { fact: browse.facts, episode: browse.turns, all: browse.all };
  return html`<form class="filters" action="${at('/browse').split('?')[0]}" data-live="results">${hidden({ scope: scope.name })}
  <div class="line"><input type="search" name="q" value="${query('q') ?? ''}" dir="auto" placeholder="${browse.search}" aria-label="${browse.search}" data-key="/" autocomplete="off">
  <div class="segments" role="radiogroup" aria-label="${browse.kind}">${Object.entries(kinds).map(([kind, name]) => html`<label><input type="radio" name="kind" value="${kind}"${kind === shown && html` checked`}><span>${name}</span></label>`)}</div></div>
  <details><summary>${browse.filters}</summary>
    <div class="grid">
      ${field(browse.category, html`<select name="category">${options(categories, query('category') ?? '')}</select>`)}
      ${field(browse.atLeast, html`<select name="importance">${options([['', browse.any], ...['2', '3', '4', '5'].map((each) => [each, each] as const)], query('importance') ?? '')}</select>`)}
      ${text('tag', browse.tag)}${text('speaker', browse.speaker)}${text('session', browse.session)}
      <div class="checks">${flags.map((name) => html`<label class="check"><input type="checkbox" name="${name}" value="1"${query(name) !== undefined && html` checked`}> <span>${browse[name]}</span></label>`)}</div>
      <div class="line"><button class="main">${browse.apply}</button></div>
    </div></details>
</form>`;
}

/** The active filters, each with a link to remove it. */
function chips({ words, query, at }: Visit): Html | false {
  const { browse } = words;
  const chosen = [...names, ...flags].filter((name) => query(name) !== undefined);
  if (chosen.length === 0) return false;
  const all = allOf(query);
  const textOf = (name: (typeof chosen)[number]) => {
    if (name === 'category') return words.categories[query(name) as MemoryCategory];
    if (name === 'importance') return `${browse.atLeast} ${query(name)}`;
    return name === 'tag' || name === 'speaker' || name === 'session'
      ? html`${browse[name]}: <bdi>${query(name)}</bdi>`
      : browse[name];
  };
  return html`<p class="chips">${chosen.map((name) => html`<a href="${at('/browse', { ...all, [name]: undefined })}" aria-label="${browse.without(name)}">${textOf(name)} ×</a>`)}<a href="${at('/browse', { kind: query('kind') })}">${browse.clear}</a></p>`;
}

/** The parameters of the address, for another address of this page. */
function allOf(query: Visit['query']): Record<string, string | undefined> {
  return Object.fromEntries(['q', 'kind', ...names, ...flags].map((name) => [name, query(name)]));
}

/** Which kinds are shown. */
type Shown = 'fact' | 'episode' | 'all';

/** Facts, unless the address says otherwise or there are none. */
function shownKind({ query }: Visit, facts: number): Shown {
  const kind = query('kind');
  if (kind === 'fact' || kind === 'episode' || kind === 'all') return kind;
  return facts === 0 ? 'all' : 'fact';
}

/** The filters that the engine applies. */
function filterOf({ query }: Visit, shown: Shown): ListOptions {
  const category = memoryCategories.find((each) => each === query('category'));
  const where = Object.fromEntries(
    (['speaker', 'session'] as const).flatMap((name) => {
      const value = query(name);
      return value === undefined ? [] : [[`source.${name}`, value]];
    }),
  );
  const importance = Number(query('importance'));
  return {
    ...(shown !== 'all' && { kinds: [shown] }),
    ...(category !== undefined && { categories: [category] }),
    ...(query('tag') !== undefined && { tags: [query('tag') as string] }),
    ...(importance >= 1 && importance <= 5 && { minImportance: importance }),
    ...(query('contested') !== undefined && { contested: true }),
    ...(query('replaced') !== undefined && { includeSuperseded: true }),
    ...(Object.keys(where).length > 0 && { where }),
  };
}

const pageOfFound = 30;
const pageOfListed = 50;

async function found(visit: Visit, shown: Shown): Promise<Html> {
  const { words, scope, query, now, at } = visit;
  // Live search: a further key press waits for another answer.
  const anyExpiry = query('expiring') === undefined;
  const limit = anyExpiry ? pageOfFound : 1000; // There is no index of expiry.
  const options = { ...filterOf(visit, shown), limit, signal: visit.signal };
  const { memories } = await scope.retrieve(query('q') ?? '', options);
  const fitting = memories
    .filter(({ expiresAt }) => anyExpiry || isExpiring(expiresAt, now()))
    .slice(0, pageOfFound);
  const wider =
    shown === 'fact' &&
    html`<p class="more"><a class="button" data-row href="${at('/browse', { ...allOf(query), kind: 'all' })}">${words.browse.wider}</a></p>`;
  if (fitting.length === 0)
    return html`<p class="muted tally" data-tally>${words.browse.found(0)}</p>${emptyState(words.browse.noMatch, words.browse.noMatchHow)}${wider}`;
  return html`<p class="muted tally" data-tally>${words.browse.found(fitting.length)}</p><ol class="rows">${fitting.map((memory) => memoryRow(visit, memory, { score: memory.relevance }))}</ol>${wider}`;
}

async function listed(visit: Visit, shown: Shown): Promise<Html> {
  const { words, query, at } = visit;
  const filter = filterOf(visit, shown);
  const { memories, nextCursor, scanned } =
    query('expiring') === undefined
      ? await listPage(visit, filter)
      : await listExpiring(visit, filter);
  if (memories.length === 0 && nextCursor === undefined) {
    const isFiltered = [...names, ...flags, 'kind'].some((name) => query(name) !== undefined);
    return isFiltered
      ? emptyState(words.browse.noMatch, words.browse.noMatchHow)
      : emptyScope(visit);
  }
  const next = at('/browse', { ...allOf(query), cursor: nextCursor });
  return html`${scanned !== undefined && html`<p class="muted tally">${words.browse.scanned(grouped(visit, scanned))}</p>`}
${byMonth(visit, memories)}
${nextCursor !== undefined && html`<p class="more"><a class="button" data-row href="${next}">${scanned === undefined ? words.browse.older : words.browse.goOn}</a></p>`}`;
}

/** Nothing is here: the name may be mistyped. */
export async function emptyScope(visit: Visit): Promise<Html> {
  const { words, scope, at } = visit;
  const names = await visit.scopeNames();
  const isKnown = names.length === 0 || names.includes(scope.name);
  const unknown = html`<p class="notice">${words.scopes.unknown(scope.name)} <a href="${at('/scopes')}">${words.scopes.title}</a></p>`;
  return html`${!isKnown && unknown}${emptyState(words.browse.empty, words.browse.emptyHow, storeCommand(scope.name))}`;
}

/** An example for storing a first memory. */
export function storeCommand(scope: string): string {
  return `mneme store "Prefers bullet points" --scope=${shellWord(scope)}`;
}

/** Rows by the month in which they were learned; within a day by when they were said. */
export function byMonth(visit: Visit, memories: readonly MemoryRecord[]): Html[] {
  const key = ({ createdAt, occurredAt }: MemoryRecord) =>
    `${createdAt.slice(0, 10)} ${occurredAt}`;
  const sorted = memories.toSorted((one, other) => (key(one) < key(other) ? 1 : -1));
  const months = Map.groupBy(sorted, ({ createdAt }) => monthText(visit, createdAt));
  return [...months].map(([month, ofMonth]) => {
    const rows = ofMonth.map((memory) => memoryRow(visit, memory, { at: memory.createdAt }));
    return html`<section class="month"><h2>${month}</h2><ol class="rows">${rows}</ol></section>`;
  });
}

interface Listed {
  memories: MemoryRecord[];
  nextCursor?: string;
  /** How many were read, if not all are shown. */
  scanned?: number;
}

function listPage({ scope, query }: Visit, filter: ListOptions): Promise<Listed> {
  return scope.list({ ...filter, limit: pageOfListed, cursor: query('cursor') });
}

const expiringDays = 30;
const mostScanned = 10_000;

/** There is no index of expiry, so some thousands are read for each page. */
async function listExpiring({ scope, query, now }: Visit, filter: ListOptions): Promise<Listed> {
  const memories: MemoryRecord[] = [];
  let cursor = query('cursor');
  let scanned = 0;
  do {
    const page = await scope.list({ ...filter, limit: 1000, cursor });
    scanned += page.memories.length;
    memories.push(...page.memories.filter(({ expiresAt }) => isExpiring(expiresAt, now())));
    cursor = page.nextCursor;
  } while (cursor !== undefined && scanned < mostScanned && memories.length < pageOfListed);
  return { memories, nextCursor: cursor, scanned };
}

function isExpiring(expiresAt: string | undefined, now: Date): boolean {
  return (
    expiresAt !== undefined && Date.parse(expiresAt) - now.getTime() < expiringDays * 86_400_000
  );
}
