import type { ConflictExplanation, EvidenceReport, MemoryRecord, MnemeError } from '@mneme/core';
import { type Html, html } from '../html.ts';
import { type Order, orderOf, ownMetadata } from '../leaving.ts';
import { fadingChart } from '../page/charts.ts';
import { problemText } from '../page/failure.ts';
import { emptyState, field, form, hidden, memoryRow, options, states } from '../page/parts.ts';
import { day, dayText, moment, momentText } from '../page/time.ts';
import { wordDiff, wordsOnlyIn } from '../page/word-diff.ts';
import { inWords } from '../sentences.ts';
import type { Page, View, Visit } from '../visit.ts';

/** One memory with all details. */
export const memoryView: View = (visit) => memoryPage(visit, {});

/** What a reader typed, and why it was not saved. `moved`: somebody else was faster. */
export interface Unsaved {
  content?: string;
  tags?: string;
  category?: string;
  problem?: MnemeError | 'moved';
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
  const editing = !visit.readOnly && (query('edit') !== undefined || unsaved.problem !== undefined);
  const order = orderOf(memory);
  const isCurrent = memory.supersededBy === undefined;
  const writable = !visit.readOnly && order === undefined;
  const text = visit.masked(memory.content);
  return {
    title: text.slice(0, 60),
    place: 'browse',
    status: unsaved.problem === undefined ? 200 : unsaved.problem === 'moved' ? 409 : 400,
    main: html`<header class="head"><p class="crumbs"><a href="${at('/browse')}">${words.browse.title}</a></p>
  ${editing ? html`<h1>${words.memory.edit}</h1>` : html`<h1 class="content" dir="auto">${text}</h1>`}
  <p class="meta"><span class="label ${memory.kind}">${memory.category === undefined ? words.kinds[memory.kind] : words.categories[memory.category]}</span>${states(visit, memory)}</p>
  ${!editing && html`<p class="line">${isCurrent && writable && html`<a class="button" data-key="e" href="${at(`/memory/${id}`, { edit: 1, q: query('q') })}">${words.memory.edit} <kbd>e</kbd></a>`}${query('q') !== undefined && html`<a class="button main" href="${at('/ask', { q: query('q') })}">${words.memory.askAgain}</a>`}<a class="button" href="${at('/ask', { not: id, q: query('q') ?? text.slice(0, 200) })}">${words.memory.whyNot}</a>${writable && html`<a class="button bad" href="${at(`/memory/${id}/delete`)}">${words.memory.delete}</a>`}</p>`}
</header>
${order !== undefined && leavingNotice(visit, id, order)}
${!isCurrent && html`<p class="notice">${words.memory.supersededBy} <a href="${at(`/memory/${memory.supersededBy}`)}">${words.memory.showNewer}</a></p>`}
<div class="columns wide"><div>
${editing && (await editForm(visit, memory, unsaved))}
${await otherwise(visit, { memory, history, evidence })}
${await contested(visit, memory)}
${await historyOf(visit, { history, decisions, id })}
${restsOn(visit, memory, evidence)}
</div><aside aria-label="${words.memory.details}">${order === undefined && quickForms(visit, memory)}${details(visit, memory)}</aside></div>`,
  };
}

function leavingNotice(visit: Visit, id: string, { due }: Order): Html {
  const { words, readOnly } = visit;
  const keep = html`<button>${words.memory.keepIt}</button>`;
  return html`<div class="notice bad"><p>${words.memory.leaving(momentText(visit, due))}</p>${!readOnly && form(visit, `/memory/${id}/keep`, keep)}</div>`;
}

/** Turns and facts that still say what a person has corrected. */
async function otherwise(
  visit: Visit,
  {
    memory,
    history,
    evidence,
  }: { memory: MemoryRecord; history: MemoryRecord[]; evidence: EvidenceReport },
): Promise<Html | false> {
  const { words, scope, at, readOnly, masked } = visit;
  const before = history.findLast(({ supersededBy }) => supersededBy === memory.id);
  if (before === undefined || memory.source.editedBy === undefined) return false;
  const gone = wordsOnlyIn(before.content, memory.content);
  if (gone.length === 0) return false;
  const { memories } = await scope.retrieve(before.content, { limit: 30 });
  const near = new Map([...evidence.turns, ...memories].map((each) => [each.id, each]));
  near.delete(memory.id);
  const saying = [...near.values()].filter(({ content }) => {
    const said = new Set(wordsOnlyIn(content, memory.content));
    return gone.some((word) => said.has(word));
  });
  if (saying.length === 0)
    return html`<section class="panel quiet"><p>${words.memory.allAgree}</p></section>`;
  const row = (each: (typeof saying)[number]) => {
    const when = dayText(visit, each.occurredAt);
    const { session } = each.source;
    const says =
      each.kind === 'episode' ? words.memory.saysOtherwise(when) : words.memory.factOtherwise(when);
    return html`<li><blockquote dir="auto">${masked(each.content)}</blockquote><p class="line"><a href="${session === undefined ? at(`/memory/${each.id}`) : turnAddress(visit, each)}">${says}</a>${!readOnly && html`<a class="button" href="${at(`/memory/${each.id}`, { edit: 1 })}">${words.memory.correct}</a>`}</p></li>`;
  };
  return html`<section class="panel warn"><h2>${words.memory.otherwise}</h2><p>${words.memory.otherwiseLead(gone.join(' '))}</p><ul class="quotes">${saying.slice(0, 10).map(row)}</ul></section>`;
}

/** The place of a turn in its conversation, however long that is. */
export function turnAddress(
  { at }: Visit,
  { id, source }: Pick<MemoryRecord, 'id' | 'source'>,
): string {
  const from = Math.max(0, (source.sequence ?? 0) - turnsBefore);
  return `${at('/conversation', { session: source.session, from: from || undefined })}#${id}`;
}

/** Turns that are shown before the one that a link leads to. */
const turnsBefore = 10;

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
  const { words, at, query } = visit;
  const { content = memory.content, tags = memory.tags.join(', '), problem } = unsaved;
  const category = unsaved.category || memory.category;
  const isMoved = problem === 'moved';
  return html`<section class="panel">${problem !== undefined && html`<p class="notice bad" role="alert">${isMoved ? words.memory.moved : problemText(words, problem)}</p>`}
  ${isMoved && html`<p class="diff" dir="auto">${await wordDiff(memory.content, content)}</p>`}
  <p class="muted">${words.memory.editLead}</p>
${form(
  visit,
  `/memory/${memory.id}/edit`,
  html`${field(
    words.memory.content,
    html`<textarea name="content" rows="4" dir="auto" required autofocus>
${content}</textarea>`,
  )}
  <div class="grid">${memory.kind === 'fact' && field(words.memory.category, html`<select name="category">${options(Object.entries(words.categories), category)}</select>`)}
  ${field(words.memory.tags, html`<input name="tags" dir="auto" value="${tags}">`)}</div>
  <p class="line"><button class="main">${words.memory.save}</button><a class="button" data-leave href="${at(`/memory/${memory.id}`)}">${words.memory.cancel}</a></p>`,
  { version: memory.version, q: query('q') },
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
  const versions = history.map((memory, index) => ({ memory, number: index + 1 }));
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
    steps.unshift(html`<li${memory.id === id && html` class="own"`}><p class="meta"><strong>${words.memory.versionName(index + 1)}</strong><span>${moment(visit, memory.occurredAt)}</span>${before === undefined ? html`<span>${words.memory.first}</span>` : html`<span dir="auto">${inWords(words, before.supersededReason ?? decision?.rule)}</span>`}</p>
<p class="diff" dir="auto">${before === undefined ? visit.masked(memory.content) : await changedParts(visit, before, memory)}</p>
${memory.id !== id || restorable ? html`<div class="line">${memory.id !== id && html`<a href="${at(`/memory/${memory.id}`)}">${words.documents.show}</a>`}${restorable && form(visit, `/memory/${memory.id}/restore`, html`<button class="plain">${words.memory.restore}</button>`)}</div>` : ''}</li>`);
  }
  const older = at(`/memory/${id}`, { from: newest + pageOfHistory });
  return html`<section class="panel"><h2>${words.memory.history}</h2>${await comparison(visit, id, versions)}<ol class="history">${steps}</ol>
${start > 0 && html`<p class="more"><a class="button" href="${older}">${words.browse.older}</a></p>`}</section>`;
}

/** What has changed, in view: what stayed the same is shortened. */
async function changedParts(
  { masked, words }: Visit,
  before: MemoryRecord,
  after: MemoryRecord,
): Promise<Html[]> {
  const skipped = (count: number) => words.memory.unchangedPart(count);
  return wordDiff(masked(before.content), masked(after.content), { skipped });
}

/** Any two versions, side by side in words. */
async function comparison(
  visit: Visit,
  id: string,
  versions: readonly { memory: MemoryRecord; number: number }[],
): Promise<Html | false> {
  const { words, query, at, scope } = visit;
  if (versions.length < 2) return false;
  const [one, other] = ['one', 'other'].map((name) =>
    versions.find(({ number }) => number === Number(query(name))),
  );
  const select = (name: string, label: string, chosen: number) =>
    field(
      label,
      html`<select name="${name}">${options(
        versions.map(({ number, memory }) => [
          String(number),
          `${words.memory.versionName(number)} · ${dayText(visit, memory.occurredAt)}`,
        ]),
        String(chosen),
      )}</select>`,
    );
  const count = versions.length;
  return html`<form class="line" action="${at(`/memory/${id}`).split('?')[0]}">${hidden({ scope: scope.name })}${select('one', words.memory.older, one?.number ?? count - 1)}${select('other', words.memory.newer, other?.number ?? count)}<button>${words.memory.compareTwo}</button></form>
${one !== undefined && other !== undefined && html`<h3>${words.memory.compared(one.number, other.number)}</h3><p class="diff" dir="auto">${await changedParts(visit, one.memory, other.memory)}</p>`}`;
}

function restsOn(visit: Visit, memory: MemoryRecord, evidence: EvidenceReport): Html {
  const { words, at } = visit;
  const { turns, documents, memories, facts, gone } = evidence;
  const quote = (turn: MemoryRecord) =>
    html`<li><blockquote dir="auto"><a href="${turn.source.session === undefined ? at(`/memory/${turn.id}`) : turnAddress(visit, turn)}">${visit.masked(turn.content)}</a></blockquote><p class="meta"><bdi>${turn.source.speaker}</bdi> <span>${moment(visit, turn.occurredAt)}</span></p></li>`;
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
  const metadata = ownMetadata(memory);
  const isLeaving = orderOf(memory) !== undefined;
  const recalled =
    lastAccessedAt === undefined
      ? words.memory.never
      : html`${words.memory.times(memory.accessCount)}, ${words.memory.last('')} ${moment(visit, lastAccessedAt)}`;
  const rows: [string, Html | string | false | undefined][] = [
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
    [words.memory.expiry, !isLeaving && memory.expiresAt && day(visit, memory.expiresAt)],
    [words.memory.recalled, recalled],
    [words.memory.extractor, memory.extractedBy],
    [words.memory.version, String(memory.version)],
    [words.memory.id, html`<code>${memory.id}</code>`],
    [
      words.memory.metadata,
      metadata && html`<code>${visit.masked(JSON.stringify(metadata))}</code>`,
    ],
  ];
  return html`<section class="panel"><h2>${words.memory.fades}</h2>${fadingChart(visit, memory)}</section>
<section class="panel"><h2>${words.memory.details}</h2><dl class="details">${rows.map(([name, value]) => value !== undefined && value !== false && value !== '' && html`<div><dt>${name}</dt><dd dir="auto">${value}</dd></div>`)}</dl></section>`;
}

/** What a deletion would remove. */
export const deleteView: View = (visit) => deletePage(visit, {});

export async function deletePage(
  visit: Visit,
  { reason = '', problem }: { reason?: string; problem?: Unsaved['problem'] },
): Promise<Page> {
  const { scope, words, at } = visit;
  const id = visit.parameter('id');
  const memory = await scope.get(id, { includeExpired: true });
  if (memory === undefined) return missingPage(visit);
  const { removed, turns, cut, forgotten, kept } = await scope.delete(id, { dryRun: true });
  return {
    title: words.memory.deleteTitle,
    place: 'browse',
    status: problem === undefined ? 200 : problem === 'moved' ? 409 : 400,
    main: html`<header class="head"><h1>${words.memory.deleteTitle}</h1></header>
<section class="panel">${problem !== undefined && html`<p class="notice bad" role="alert">${problem === 'moved' ? words.memory.moved : problemText(words, problem)}</p>`}<ul class="rows">${memoryRow(visit, memory)}</ul><p>${words.memory.goes(removed.length)} ${turns.length > 0 && words.memory.turns(turns.length)} ${cut.length > 0 && words.memory.cuts(cut.length)} ${forgotten.length > 0 && words.memory.forgets(forgotten.length)} ${kept.length > 0 && words.memory.keeps(kept.length)}</p>
${form(visit, `/memory/${id}/delete`, html`${field(words.memory.reason, html`<input name="reason" dir="auto" maxlength="500" autofocus value="${reason}">`)}<p class="line"><button class="bad">${words.memory.deleteNow}</button><a class="button" data-leave href="${at(`/memory/${id}`)}">${words.memory.cancel}</a></p>`, { version: memory.version })}</section>`,
  };
}
