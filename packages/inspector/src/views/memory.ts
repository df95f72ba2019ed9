import type { ConflictExplanation, EvidenceReport, MemoryRecord } from '@mneme/core';
import { type Html, html } from '../html.ts';
import { fadingChart } from '../page/charts.ts';
import { emptyState, field, form, memoryRow, options, states } from '../page/parts.ts';
import { day, moment } from '../page/time.ts';
import { wordDiff } from '../page/word-diff.ts';
import type { Page, View, Visit } from '../visit.ts';

/** One memory with all details. */
export const memoryView: View = (visit) => memoryPage(visit, {});

/** The unsaved input of a reader, if somebody else was faster. */
export interface Unsaved {
  content?: string;
  conflict?: boolean;
}

export async function memoryPage(visit: Visit, unsaved: Unsaved): Promise<Page> {
  const { scope, words, at, query } = visit;
  const id = visit.parameter('id');
  const memory = await scope.get(id, { includeExpired: true });
  if (memory === undefined) return missingPage(visit);
  const [history, decisions, evidence] = await Promise.all([
    scope.history(id),
    scope.decisions(id),
    scope.evidence(id),
  ]);
  if (evidence === undefined) return missingPage(visit);
  const editing = !visit.readOnly && (query('edit') !== undefined || unsaved.conflict === true);
  const isCurrent = memory.supersededBy === undefined;
  return {
    title: memory.content.slice(0, 60),
    place: 'browse',
    status: unsaved.conflict ? 409 : 200,
    main: html`<header class="head"><p class="crumbs"><a href="${at('/browse')}">${words.browse.title}</a></p>
  ${editing ? html`<h1>${words.memory.edit}</h1>` : html`<h1 class="content" dir="auto">${memory.content}</h1>`}
  <p class="meta"><span class="label ${memory.kind}">${memory.category === undefined ? words.kinds[memory.kind] : words.categories[memory.category]}</span>${states(visit, memory)}</p>
  ${!editing && html`<p class="line">${isCurrent && !visit.readOnly && html`<a class="button" data-key="e" href="${at(`/memory/${id}`, { edit: 1 })}">${words.memory.edit} <kbd>e</kbd></a>`}<a class="button" href="${at('/ask', { not: id, q: query('q') ?? memory.content.slice(0, 200) })}">${words.memory.whyNot}</a>${!visit.readOnly && html`<a class="button bad" href="${at(`/memory/${id}/delete`)}">${words.memory.delete}</a>`}</p>`}
</header>
${!isCurrent && html`<p class="notice">${words.memory.supersededBy} <a href="${at(`/memory/${memory.supersededBy}`)}">${words.memory.showNewer}</a></p>`}
<div class="columns wide"><div>
${editing && (await editForm(visit, memory, unsaved))}
${await contested(visit, memory)}
${await historyOf(visit, { history, decisions, id })}
${restsOn(visit, memory, evidence)}
</div><aside aria-label="${words.memory.details}">${quickForms(visit, memory)}${details(visit, memory)}</aside></div>`,
  };
}

export function missingPage(visit: Visit): Page {
  const { words } = visit;
  return {
    title: words.nav.memory,
    place: 'browse',
    status: 404,
    main: html`<h1 class="hidden">${words.nav.memory}</h1>${emptyState(words.memory.missing, words.memory.missingHow)}`,
  };
}

async function editForm(visit: Visit, memory: MemoryRecord, unsaved: Unsaved): Promise<Html> {
  const { words, at } = visit;
  const content = unsaved.content ?? memory.content;
  return html`<section class="panel">${unsaved.conflict === true && html`<p class="notice bad" role="alert">${words.memory.moved}</p><p class="diff" dir="auto">${await wordDiff(memory.content, content)}</p>`}
  <p class="muted">${words.memory.editLead}</p>
${form(
  visit,
  `/memory/${memory.id}/edit`,
  html`${field(words.memory.content, html`<textarea name="content" rows="4" dir="auto" required autofocus>${content}</textarea>`)}
  <div class="grid">${memory.kind === 'fact' && field(words.memory.category, html`<select name="category">${options(words.categories, memory.category)}</select>`)}
  ${field(words.memory.tags, html`<input name="tags" dir="auto" value="${memory.tags.join(', ')}">`)}</div>
  <p class="line"><button class="main">${words.memory.save}</button><a class="button" href="${at(`/memory/${memory.id}`)}">${words.memory.cancel}</a></p>`,
  { version: memory.version },
)}</section>`;
}

async function contested(visit: Visit, memory: MemoryRecord): Promise<Html | false> {
  const { scope, words, at } = visit;
  const ids = [...(memory.contests ?? []), ...(memory.contestedBy ?? [])];
  const found = await Promise.all(ids.map((id) => scope.get(id)));
  const others = found.filter((other) => other !== undefined && other.supersededBy === undefined);
  if (others.length === 0) return false;
  return html`<section class="panel warn"><h2>${words.memory.contests}</h2><p>${words.memory.contestsLead}</p><ul class="rows">${others.map((other) => other && memoryRow(visit, other))}</ul>
${!visit.readOnly && html`<p class="line"><a class="button main" href="${at('/attention', { pair: memory.id })}">${words.memory.settle}</a></p>`}</section>`;
}

/** Versions on one page. */
const pageOfHistory = 10;

/** A page of the versions, newest first; the address says where it begins. */
async function historyOf(
  visit: Visit,
  {
    history,
    decisions,
    id,
  }: { history: MemoryRecord[]; decisions: ConflictExplanation[]; id: string },
): Promise<Html> {
  const { words, at, query } = visit;
  const newest = Math.min(Math.max(0, Number(query('from') ?? 0) || 0), history.length);
  const end = history.length - newest;
  const start = Math.max(0, end - pageOfHistory);
  const steps: Html[] = [];
  for (let index = start; index < end; index++) {
    const [memory, before] = [history[index] as MemoryRecord, history[index - 1]];
    const decision = decisions.find(
      ({ newer, older }) => newer === memory.id && older === before?.id,
    );
    const restorable = memory.supersededBy !== undefined && !visit.readOnly;
    steps.unshift(html`<li${memory.id === id && html` class="own"`}><p class="meta"><span>${moment(visit, memory.occurredAt)}</span>${before === undefined ? html`<span>${words.memory.first}</span>` : html`<span dir="auto">${before.supersededReason ?? decision?.rule}</span>`}</p>
<p class="diff" dir="auto">${before === undefined ? memory.content : await wordDiff(before.content, memory.content)}</p>
${memory.id !== id || restorable ? html`<div class="line">${memory.id !== id && html`<a href="${at(`/memory/${memory.id}`)}">${words.documents.show}</a>`}${restorable && form(visit, `/memory/${memory.id}/restore`, html`<button class="plain">${words.memory.restore}</button>`)}</div>` : ''}</li>`);
  }
  const older = at(`/memory/${id}`, { from: newest + pageOfHistory });
  return html`<section class="panel"><h2>${words.memory.history}</h2><ol class="history">${steps}</ol>
${start > 0 && html`<p class="more"><a class="button" href="${older}">${words.browse.older}</a></p>`}</section>`;
}

function restsOn(visit: Visit, memory: MemoryRecord, evidence: EvidenceReport): Html {
  const { words, at } = visit;
  const { turns, documents, memories, facts, gone } = evidence;
  const quote = (turn: MemoryRecord) =>
    html`<li><blockquote dir="auto"><a href="${turn.source.session === undefined ? at(`/memory/${turn.id}`) : `${at('/conversation', { session: turn.source.session })}#${turn.id}`}">${turn.content}</a></blockquote><p class="meta"><bdi>${turn.source.speaker}</bdi> <span>${moment(visit, turn.occurredAt)}</span></p></li>`;
  const none = turns.length + documents.length + memories.length + gone.length === 0;
  return html`${
    memory.kind === 'fact' &&
    html`<section class="panel"><h2>${words.memory.rests}</h2>
${none ? html`<p class="muted">${words.memory.restsNone}</p>` : html`<ul class="quotes">${turns.map(quote)}${documents.map(({ path, storeId }) => html`<li><a href="${at('/documents', { store: storeId, path })}" dir="auto">${path}</a></li>`)}</ul>`}
${memories.length > 0 && html`<ul class="rows">${memories.map((each) => memoryRow(visit, each))}</ul>`}
${gone.length > 0 && html`<p class="muted">${words.memory.gone(gone.length)}</p>`}</section>`
  }
${facts.length > 0 && html`<section class="panel"><h2>${words.memory.amends}</h2><ul class="rows">${facts.map((each) => memoryRow(visit, each))}</ul></section>`}`;
}

/** Changes with one click. */
function quickForms(visit: Visit, memory: MemoryRecord): Html | false {
  const { words } = visit;
  if (visit.readOnly || memory.supersededBy !== undefined) return false;
  const version = { version: memory.version };
  const steps = [1, 2, 3, 4, 5].map(
    (value) =>
      html`<button name="importance" value="${value}" aria-label="${words.memory.setImportance(value)}"${value === memory.importance && html` aria-pressed="true"`}>${value}</button>`,
  );
  const until = memory.expiresAt?.slice(0, 10) ?? '';
  return html`<section class="panel"><h2>${words.memory.importance}</h2>${form(visit, `/memory/${memory.id}/edit`, html`<div class="steps">${steps}</div>`, version)}
<h2>${words.memory.expiry}</h2>${form(visit, `/memory/${memory.id}/edit`, html`<div class="line"><input type="date" name="expiresAt" value="${until}" aria-label="${words.memory.expiry}"><button>${words.memory.setExpiry}</button></div>`, version)}
${until !== '' && form(visit, `/memory/${memory.id}/edit`, html`<button class="plain">${words.memory.keep}</button>`, { ...version, keep: 1 })}</section>`;
}

function details(visit: Visit, memory: MemoryRecord): Html {
  const { words, at } = visit;
  const { source, lastAccessedAt } = memory;
  const recalled =
    lastAccessedAt === undefined
      ? words.memory.never
      : html`${words.memory.times(memory.accessCount)}, ${words.memory.last('')} ${moment(visit, lastAccessedAt)}`;
  const rows: [string, Html | string | undefined][] = [
    [words.memory.speaker, source.speaker],
    [
      words.memory.conversation,
      source.session &&
        html`<a href="${at('/conversation', { session: source.session })}">${source.session}</a>`,
    ],
    [words.memory.occurred, moment(visit, memory.occurredAt)],
    [words.memory.learned, moment(visit, memory.createdAt)],
    [words.memory.confirmed, moment(visit, memory.confirmedAt)],
    [words.memory.validTo, memory.validTo && moment(visit, memory.validTo)],
    [words.memory.expiry, memory.expiresAt && day(visit, memory.expiresAt)],
    [words.memory.recalled, recalled],
    [words.memory.extractor, memory.extractedBy],
    [words.memory.version, String(memory.version)],
    [words.memory.id, html`<code>${memory.id}</code>`],
    [
      words.memory.metadata,
      memory.metadata && html`<code>${JSON.stringify(memory.metadata)}</code>`,
    ],
  ];
  return html`<section class="panel"><h2>${words.memory.fades}</h2>${fadingChart(visit, memory)}</section>
<section class="panel"><h2>${words.memory.details}</h2><dl class="details">${rows.map(([name, value]) => value !== undefined && value !== '' && html`<div><dt>${name}</dt><dd dir="auto">${value}</dd></div>`)}</dl></section>`;
}

/** What a deletion would remove. */
export const deleteView: View = async (visit) => {
  const { scope, words, at } = visit;
  const id = visit.parameter('id');
  const memory = await scope.get(id, { includeExpired: true });
  if (memory === undefined) return missingPage(visit);
  const { removed, turns, cut, forgotten, kept } = await scope.delete(id, { dryRun: true });
  return {
    title: words.memory.deleteTitle,
    place: 'browse',
    main: html`<header class="head"><h1>${words.memory.deleteTitle}</h1></header>
<section class="panel"><ul class="rows">${memoryRow(visit, memory)}</ul><p>${words.memory.goes(removed.length)} ${turns.length > 0 && words.memory.turns(turns.length)} ${cut.length > 0 && words.memory.cuts(cut.length)} ${forgotten.length > 0 && words.memory.forgets(forgotten.length)} ${kept.length > 0 && words.memory.keeps(kept.length)}</p>
${form(visit, `/memory/${id}/delete`, html`${field(words.memory.reason, html`<input name="reason" dir="auto" maxlength="500" autofocus>`)}<p class="line"><button class="bad">${words.memory.deleteNow}</button><a class="button" href="${at(`/memory/${id}`)}">${words.memory.cancel}</a></p>`, { version: memory.version })}</section>`,
  };
};
