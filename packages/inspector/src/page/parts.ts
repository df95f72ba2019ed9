import type { MemoryRecord, RetrievedMemory } from '@mneme/core';
import { type Html, html } from '../html.ts';
import { orderOf } from '../leaving.ts';
import type { Visit } from '../visit.ts';
import { day, dayText } from './time.ts';

type Values = Record<string, string | number | undefined>;

/** A form that changes something, with the secret of the session. */
export function form(
  { at, session }: Pick<Visit, 'at' | 'session'>,
  action: string,
  inside: Html | Html[],
  fields: Values = {},
): Html {
  return html`<form method="post" action="${at(action)}"><input type="hidden" name="token" value="${session.token}">${hidden(fields)}${inside}</form>`;
}

export function hidden(fields: Values): Html[] {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
}

/** One memory in a list. */
export function memoryRow(
  visit: Visit,
  memory: MemoryRecord | RetrievedMemory,
  { score, at = memory.occurredAt }: { score?: number; at?: string } = {},
): Html {
  const { words } = visit;
  const { id, content, kind, category, source, tags, importance } = memory;
  const label = category === undefined ? words.kinds[kind] : words.categories[category];
  return html`<li class="row${memory.supersededBy === undefined ? '' : ' replaced'}">
  <a data-row href="${visit.at(`/memory/${id}`)}"><span class="text" dir="auto">${visit.masked(content)}</span></a>
  <p class="meta">${states(visit, memory)}${tags.map(
    (tag) => html`<a href="${visit.at('/browse', { tag, kind: 'all' })}" dir="auto">#${tag}</a>`,
  )}${source.speaker !== undefined && html`<bdi>${source.speaker}</bdi>`}<span class="label ${kind}">${label}</span>${dots(
    visit,
    importance,
  )}<span class="when">${day(visit, at)}</span>${
    score !== undefined &&
    score >= 0.005 &&
    html`<span class="score" title="${words.ask.relevance}">${percent(score)}</span>`
  }</p>
</li>`;
}

/** Unusual states of a memory. */
export function states(visit: Visit, memory: MemoryRecord | RetrievedMemory): Html[] {
  const { words } = visit;
  const { states: names } = words;
  const found: [string, string][] = [];
  const contested = memory.contests !== undefined || memory.contestedBy !== undefined;
  const isLeaving = orderOf(memory) !== undefined;
  if (isLeaving) found.push(['bad', names.leaving]);
  if (memory.supersededBy !== undefined) found.push(['', names.replaced]);
  else if (contested) found.push(['warn', names.contested]);
  if (memory.expiresAt !== undefined && !isLeaving) {
    const gone = memory.expiresAt <= visit.now().toISOString();
    found.push(
      gone ? ['bad', names.expired] : ['', names.expires(dayText(visit, memory.expiresAt))],
    );
  }
  return found.map(([kind, text]) => html`<span class="badge ${kind}">${text}</span>`);
}

/** The beginning of a text, up to the end of a word. */
export function shortened(text: string, most: number): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat.length <= most) return flat;
  const cut = flat.slice(0, most).replace(/\p{Surrogate}$/u, '');
  const space = cut.lastIndexOf(' ');
  return `${space > most / 2 ? cut.slice(0, space) : cut}…`;
}

function dots({ words }: Visit, importance: number): Html {
  return html`<span class="importance" role="img" aria-label="${words.importance(importance)}" title="${words.importance(importance)}">${'●'.repeat(importance)}<i>${'●'.repeat(5 - importance)}</i></span>`;
}

/** A placeholder for an empty list, with a hint. */
export function emptyState(title: string, how: string | Html = '', command?: string): Html {
  return html`<section class="state"><h2>${title}</h2><p>${how}</p>${
    command !== undefined && html`<pre>${command}</pre>`
  }</section>`;
}

/** An input with its name above it. */
export function field(label: string, input: Html): Html {
  return html`<label><span>${label}</span>${input}</label>`;
}

/** Values with their names, in order. No object: its keys that are numbers would come first. */
export function options(
  values: readonly (readonly [value: string, text: string])[],
  chosen: string | undefined,
): Html[] {
  return values.map(
    ([value, text]) =>
      html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
  );
}

/** 0..1 in a readable form. */
export function percent(value: number): string {
  return `${Math.round(value * 100)} %`;
}

export function grouped({ words }: Pick<Visit, 'words'>, value: number): string {
  return value.toLocaleString(words.locale);
}
