import { type ListOptions, type MemoryRecord, memoryCategories } from '@mneme/core';
import { type Html, html } from '../html.ts';
import { emptyState, field, grouped, hidden, memoryRow, options } from '../page/parts.ts';
import { day } from '../page/time.ts';
import type { View, Visit } from '../visit.ts';
import { sections } from './sections.ts';

/** Memories, newest first, or the best for a search; what is shown is all in the address. */
export const browseView: View = async (visit) => {
  const { words, query } = visit;
  return {
    title: words.browse.title,
    place: 'browse',
    main: html`<header class="head"><h1>${words.browse.title}</h1>${sections(visit, 'browse')}</header>
${filters(visit)}
<div data-region="results" aria-live="polite">${query('q') === undefined ? await listed(visit) : await found(visit)}</div>`,
  };
};

const names = ['kind', 'category', 'tag', 'speaker', 'session', 'importance'] as const;
const flags = ['contested', 'expiring', 'replaced'] as const;

function filters({ words, query, at, scope }: Visit): Html {
  const { browse } = words;
  const chosen = [...names, ...flags].filter((name) => query(name) !== undefined);
  const text = (name: (typeof names)[number], label: string) =>
    field(label, html`<input name="${name}" value="${query(name) ?? ''}" dir="auto">`);
  const categories = { '': browse.any, ...words.categories };
  const all = Object.fromEntries(['q', ...names, ...flags].map((name) => [name, query(name)]));
  const value = (name: string) =>
    name === 'category'
      ? words.categories[query(name) as keyof typeof words.categories]
      : query(name);
  return html`<form class="filters" action="${at('/browse').split('?')[0]}" data-live="results">${hidden({ scope: scope.name })}
  <input type="search" name="q" value="${query('q') ?? ''}" dir="auto" placeholder="${browse.search}" aria-label="${browse.search}" data-key="/" autocomplete="off">
  <details${query('filters') !== undefined && html` open`}><summary>${browse.filters}${chosen.length > 0 && html` <span class="count">${chosen.length}</span>`}</summary>
    <div class="grid">
      ${field(browse.kind, html`<select name="kind">${options({ '': browse.all, fact: browse.facts, episode: browse.turns }, query('kind'))}</select>`)}
      ${field(browse.category, html`<select name="category">${options(categories, query('category'))}</select>`)}
      ${field(browse.atLeast, html`<select name="importance">${options({ '': browse.any, 2: '2', 3: '3', 4: '4', 5: '5' }, query('importance'))}</select>`)}
      ${text('tag', browse.tag)}${text('speaker', browse.speaker)}${text('session', browse.session)}
      <div class="checks">${flags.map((name) => html`<label class="check"><input type="checkbox" name="${name}" value="1"${query(name) !== undefined && html` checked`}> <span>${browse[name]}</span></label>`)}</div>
      <div class="line"><button class="main">${browse.apply}</button><a class="button" href="${at('/browse')}">${browse.clear}</a></div>
    </div></details>
  ${chosen.length > 0 && html`<p class="chips">${chosen.map((name) => html`<a href="${at('/browse', { ...all, [name]: undefined })}" aria-label="${browse.without(name)}">${(flags as readonly string[]).includes(name) ? browse[name as (typeof flags)[number]] : html`${name}: <bdi>${value(name)}</bdi>`} ×</a>`)}</p>`}
</form>`;
}

/** What of the address filters in the engine. */
function filterOf({ query }: Visit): ListOptions {
  const category = memoryCategories.find((each) => each === query('category'));
  const kind = query('kind');
  const where = Object.fromEntries(
    (['speaker', 'session'] as const).flatMap((name) => {
      const value = query(name);
      return value === undefined ? [] : [[`source.${name}`, value]];
    }),
  );
  const importance = Number(query('importance'));
  return {
    ...(kind === 'fact' || kind === 'episode' ? { kinds: [kind] } : {}),
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

async function found(visit: Visit): Promise<Html> {
  const { words, scope, query, now } = visit;
  const { memories } = await scope.retrieve(query('q') ?? '', {
    ...filterOf(visit),
    limit: pageOfFound,
  });
  const shown =
    query('expiring') === undefined
      ? memories
      : memories.filter(({ expiresAt }) => isExpiring(expiresAt, now()));
  if (shown.length === 0) return emptyState(words.browse.noMatch, words.browse.noMatchHow);
  return html`<p class="muted tally">${words.browse.found(shown.length)}</p><ol class="rows">${shown.map((memory) => memoryRow(visit, memory, { score: memory.relevance }))}</ol>`;
}

async function listed(visit: Visit): Promise<Html> {
  const { words, scope, query, at } = visit;
  const filter = filterOf(visit);
  const { memories, nextCursor, scanned } =
    query('expiring') === undefined
      ? await listPage(visit, filter)
      : await listExpiring(visit, filter);
  const isFiltered = [...names, ...flags].some((name) => query(name) !== undefined);
  const { byKind } = isFiltered ? {} : await scope.stats();
  if (memories.length === 0 && nextCursor === undefined) {
    return isFiltered
      ? emptyState(words.browse.noMatch, words.browse.noMatchHow)
      : emptyState(
          words.browse.empty,
          words.browse.emptyHow,
          `mneme store "Prefers bullet points" --scope "${scope.name}"`,
        );
  }
  const all = Object.fromEntries([...names, ...flags].map((name) => [name, query(name)]));
  return html`${byKind !== undefined && html`<p class="muted tally">${words.browse.counts(grouped(visit, byKind.fact), grouped(visit, byKind.episode))}</p>`}
${scanned !== undefined && html`<p class="muted tally">${words.browse.scanned(grouped(visit, scanned))}</p>`}
${byDay(visit, memories, ({ createdAt }) => createdAt)}
${nextCursor !== undefined && html`<p class="more"><a class="button" data-row href="${at('/browse', { ...all, cursor: nextCursor })}">${scanned === undefined ? words.browse.older : words.browse.goOn}</a></p>`}`;
}

/** Rows under the day of each. */
export function byDay(
  visit: Visit,
  memories: readonly MemoryRecord[],
  timeOf: (memory: MemoryRecord) => string,
): Html[] {
  const days = Map.groupBy(memories, (memory) => timeOf(memory).slice(0, 10));
  return [...days].map(
    ([, ofDay]) =>
      html`<section class="day"><h2>${day(visit, timeOf(ofDay[0] as MemoryRecord))}</h2><ol class="rows">${ofDay.map((memory) => memoryRow(visit, memory, { showDay: memory.occurredAt.slice(0, 10) !== timeOf(memory).slice(0, 10) }))}</ol></section>`,
  );
}

interface Listed {
  memories: MemoryRecord[];
  nextCursor?: string;
  /** How many were looked at, where not all that were are shown. */
  scanned?: number;
}

function listPage({ scope, query }: Visit, filter: ListOptions): Promise<Listed> {
  return scope.list({ ...filter, limit: pageOfListed, cursor: query('cursor') });
}

const expiringDays = 30;
const mostScanned = 10_000;

/** No index knows when memories end, so they are looked through, some thousands a page. */
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
