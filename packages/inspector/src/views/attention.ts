import type { DoctorReport, FindingKind, MemoryRecord } from '@mneme/core';
import { type Html, html } from '../html.ts';
import { growthChart } from '../page/charts.ts';
import { field, form, grouped, memoryRow, shortened } from '../page/parts.ts';
import { moment } from '../page/time.ts';
import { bothSides } from '../page/word-diff.ts';
import { inWords } from '../sentences.ts';
import type { Page, View, Visit } from '../visit.ts';

/** Findings that need attention, and actions on the whole scope. */
export const attentionView: View = (visit) => attentionPage(visit, {});

/** `wrongName`: what was typed instead of the scope's name to erase it. */
export async function attentionPage(
  visit: Visit,
  { wrongName }: { wrongName?: string },
): Promise<Page> {
  const { words, query, at } = visit;
  const { pairs, nextCursor } = await pairsOf(visit);
  const examined = query('examine') !== undefined;
  const older = at('/attention', { examine: query('examine'), pairs: nextCursor });
  return {
    title: words.attention.title,
    place: 'attention',
    status: wrongName === undefined ? 200 : 400,
    main: html`<header class="head"><h1>${words.attention.title}</h1></header>
${pairs.length > 0 && (await contested(visit, pairs))}
${nextCursor !== undefined && html`<p class="more"><a class="button" href="${older}">${words.attention.morePairs}</a></p>`}
${examined ? await examination(visit) : invitation(visit, pairs.length === 0)}
${refused(visit)}
${await size(visit)}
${await audit(visit)}
<section class="panel"><h2>${words.receipts.title}</h2><p><a href="${at('/receipts')}">${words.receipts.open}</a></p></section>
${!visit.readOnly && eraseForm(visit, wrongName)}`,
  };
}

const pairsOnPage = 20;

interface Pair {
  newer: MemoryRecord;
  older: MemoryRecord;
}

/** A page of pairs. The one in the address comes first. */
async function pairsOf({
  scope,
  query,
}: Visit): Promise<{ pairs: Pair[]; nextCursor: string | undefined }> {
  const cursor = query('pairs');
  const page = await scope.list({ contested: true, limit: pairsOnPage, cursor });
  const wanted = cursor === undefined ? query('pair') : undefined;
  const asked = wanted === undefined ? undefined : await scope.get(wanted);
  const newerOf = [asked?.id ?? '', ...(asked?.contestedBy ?? [])];
  const first = await Promise.all(newerOf.filter((id) => id !== '').map((id) => scope.get(id)));
  const all = new Map(
    [...first, ...page.memories].flatMap((newer) =>
      newer === undefined ? [] : [[newer.id, newer] as const],
    ),
  );
  const pairs: Pair[] = [];
  for (const newer of all.values()) {
    for (const id of newer.contests ?? []) {
      const older = await scope.get(id);
      if (older !== undefined && older.supersededBy === undefined) pairs.push({ newer, older });
    }
  }
  const rank = ({ newer, older }: Pair) => ([newer.id, older.id].includes(wanted ?? '') ? 0 : 1);
  pairs.sort((one, other) => rank(one) - rank(other));
  return { pairs, nextCursor: page.nextCursor };
}

async function contested(visit: Visit, pairs: Pair[]): Promise<Html> {
  const { words, masked } = visit;
  const { attention } = words;
  const verdicts = {
    update: attention.newerTrue,
    older: attention.olderTrue,
    distinct: attention.bothTrue,
    same: attention.same,
  };
  const side = (name: string, memory: MemoryRecord, text: Html[]) =>
    html`<div><h3>${name} <span class="muted">${moment(visit, memory.occurredAt)}</span></h3><p class="said" dir="auto"><a data-row href="${visit.at(`/memory/${memory.id}`)}">${text}</a></p>${memory.source.speaker !== undefined && html`<p class="meta"><bdi>${memory.source.speaker}</bdi></p>`}</div>`;
  const buttons = Object.entries(verdicts).map(
    ([verdict, text]) => html`<button name="verdict" value="${verdict}">${text}</button>`,
  );
  const articles: Html[] = [];
  for (const { newer, older } of pairs) {
    const texts = await bothSides(masked(older.content), masked(newer.content));
    articles.push(html`<article class="pair"><div class="sides">${side(attention.older, older, texts.older)}${side(attention.newer, newer, texts.newer)}</div>
${!visit.readOnly && form(visit, '/attention/settle', html`<div class="line">${buttons}</div>`, { newer: newer.id, older: older.id })}</article>`);
  }
  return html`<section class="panel warn"><h2>${attention.contested} <span class="count">${pairs.length}</span></h2><p class="muted">${attention.contestedLead}</p>
${articles}</section>`;
}

function invitation({ words, at }: Visit, calm: boolean): Html {
  const { attention } = words;
  return html`<section class="panel"><h2>${attention.examination}</h2>${calm && html`<p>${attention.noPairs}</p>`}<p class="muted">${attention.notExamined} ${attention.examineLead}</p><p><a class="button main" data-busy href="${at('/attention', { examine: 1 })}">${attention.examine}</a></p></section>`;
}

/** These are about the whole store, so they are hidden from a user with the key of one scope. */
const ofStore: readonly FindingKind[] = [
  'unreachable',
  'structure',
  'audit',
  'bytes_pending',
  'reembed_unfinished',
  'unfinished',
];

/** Of each kind, before one asks for more; of the kind that is asked for; the most that are looked up. */
const fewFindings = 5;
const findingsOnPage = 50;
const mostFindings = 100_000;

async function examination(visit: Visit): Promise<Html> {
  const { scope, words, session, at } = visit;
  const { attention } = words;
  const opened = visit.query('finding');
  const from = Math.max(0, Number(visit.query('from')) || 0);
  const examples =
    opened === undefined ? fewFindings : Math.min(mostFindings, from + findingsOnPage);
  const report = await scope.doctor({ near: false, examples });
  const prune = await scope.prune({ dryRun: true });
  const findings = report.findings.filter(
    ({ kind }) => session.key === undefined || !ofStore.includes(kind),
  );
  const fixable = findings.reduce((sum, finding) => sum + finding.fixable, 0);
  const wanting = findings.some(({ severity }) => severity === 'attention');
  const count = grouped(visit, report.records);
  return html`<section class="panel"><h2>${attention.examination}</h2><p>${wanting ? attention.looked(count) : attention.healthy(count)}</p>
<ul class="findings">${await Promise.all(findings.map((finding) => findingRow(visit, finding)))}</ul>
${report.unchecked.map((what) => html`<p class="muted">${inWords(words, what)}</p>`)}
<div class="line">${fixable > 0 && !visit.readOnly && form(visit, '/attention/mend', html`<button class="main">${attention.mend(fixable)}</button>`)}<a class="button" data-busy href="${at('/attention', { examine: 1 })}">${attention.again}</a></div></section>
<section class="panel"><h2>${attention.prune}</h2><p>${prune.pruned === 0 ? attention.pruneNone : attention.pruneTakes(prune.pruned, prune.expired)}</p>
${prune.pruned > 0 && (await pruned(visit, prune.scopes[0]?.ids ?? []))}</section>`;
}

/** What a prune would remove, page by page, and then the button. */
async function pruned(visit: Visit, ids: readonly string[]): Promise<Html> {
  const { scope, words, query, at, readOnly } = visit;
  const { attention } = words;
  const from = Math.max(0, Number(query('prune')) || 0);
  const shown = ids.slice(from, from + findingsOnPage);
  const memories = await Promise.all(
    shown.map((id) => scope.get(id, { includeExpired: true }).catch(() => undefined)),
  );
  const next = from + findingsOnPage;
  return html`<ol class="rows">${memories.map((memory) => memory && memoryRow(visit, memory))}</ol>
${ids.length > next && html`<p class="more"><a class="button" data-busy href="${at('/attention', { examine: 1, prune: next })}">${attention.next}</a></p>`}
${!readOnly && form(visit, '/attention/prune', html`<button class="bad">${attention.pruneNow}</button>`)}`;
}

/** Findings that need attention are expanded, notes are not. */
async function findingRow(visit: Visit, finding: DoctorReport['findings'][number]): Promise<Html> {
  const { words, scope, at, query, masked } = visit;
  const { kind, severity, count } = finding;
  const isOpened = query('finding') === kind;
  const from = isOpened ? Math.max(0, Number(query('from')) || 0) : 0;
  const most = isOpened ? findingsOnPage : fewFindings;
  const examples = finding.examples.slice(from, from + most);
  const next = isOpened ? from + most : 0;
  const hasMore = isOpened ? count > next : count > examples.length;
  const link = async (id: string | undefined) => {
    // Ids of documents and their versions have a prefix.
    const memory =
      id?.includes('_') === false ? await scope.get(id, { includeExpired: true }) : undefined;
    if (id === undefined || memory === undefined) return html`<code>${id}</code>`;
    return html`<a href="${at(`/memory/${id}`)}" dir="auto">${shortened(masked(memory.content), 120)}</a>`;
  };
  const rows = await Promise.all(
    examples.map(
      async ({ id, other, problem }) =>
        html`<li>${await link(id)} ${other !== undefined && html`/ ${await link(other)}`} ${inWords(words, problem)}</li>`,
    ),
  );
  return html`<li class="${severity}"><details${(severity === 'attention' || isOpened) && html` open`}><summary><strong>${words.attention.findings[kind]}</strong> <span class="count">${count}</span></summary><ul>${rows}</ul>${hasMore && html`<p class="more"><a class="button" data-busy href="${at('/attention', { examine: 1, finding: kind, from: next || undefined })}">${isOpened ? words.attention.next : words.attention.all(count)}</a></p>`}</details></li>`;
}

function refused(visit: Visit): Html {
  const { words, refusals } = visit;
  const { attention } = words;
  return html`<section class="panel"><h2>${attention.secrets}</h2>${refusals.length === 0 ? html`<p class="muted">${attention.noSecrets}</p>` : html`<p class="muted">${attention.secretsLead}</p><ul class="plainlist">${refusals.map(({ at, message }) => html`<li>${moment(visit, at)}: ${inWords(words, message)}</li>`)}</ul>`}</section>`;
}

async function size(visit: Visit): Promise<Html> {
  const { memory, scope, words, session } = visit;
  const { attention } = words;
  const stats = await scope.stats();
  // The file's size depends on all scopes, so a key of one scope does not show it.
  const bytes = session.key === undefined ? (await memory.stats()).bytes : undefined;
  const { memories } = await scope.list({ kinds: ['fact'], includeSuperseded: true, limit: 1000 });
  const times = memories.map(({ createdAt }) => createdAt);
  const rows: [string, string | undefined][] = [
    [
      attention.current,
      words.browse.counts(grouped(visit, stats.byKind.fact), grouped(visit, stats.byKind.episode)),
    ],
    [attention.superseded, grouped(visit, stats.superseded)],
    [attention.expired, grouped(visit, stats.expired)],
    [attention.bytes, bytes === undefined ? undefined : `${(bytes / 1_000_000).toFixed(1)} MB`],
    [attention.model, stats.embedder?.name],
  ];
  return html`<section class="panel"><h2>${attention.size}</h2><div class="columns"><dl class="details">${rows.map(([name, value]) => value !== undefined && html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>${times.length > 1 && html`<div><h3>${attention.growth} <span class="muted">${words.timeline.of(times.length)}</span></h3>${growthChart(visit, times, attention.growth)}</div>`}</div></section>`;
}

/** The library allows no more. */
const mostAudit = 100_000;
const auditOnPage = 50;

async function audit(visit: Visit): Promise<Html> {
  const { memory, scope, words, at, query } = visit;
  const { attention } = words;
  const from = Math.min(mostAudit - auditOnPage, Math.max(0, Number(query('audit')) || 0));
  const limit = from + auditOnPage + 1;
  const all = await memory.audit({ scope: scope.name, limit });
  const entries = all.slice(from, from + auditOnPage);
  const older = at('/attention', { audit: from + auditOnPage });
  if (entries.length === 0)
    return html`<section class="panel"><h2>${attention.audit}</h2><p class="muted">${attention.noAudit}</p></section>`;
  const rows = entries.map(
    ({ at: when, action, actor, reason, id }) =>
      html`<tr><td>${moment(visit, when)}</td><td>${id === undefined || id.includes('_') ? attention.actions[action] : html`<a href="${at(`/memory/${id}`)}">${attention.actions[action]}</a>`}</td><td><bdi>${actor}</bdi></td><td dir="auto">${inWords(words, reason)}</td></tr>`,
  );
  return html`<section class="panel"><h2>${attention.audit}</h2><p class="muted">${attention.auditLead}</p><div class="scroll" tabindex="0" role="region" aria-label="${attention.audit}"><table><thead><tr>${[attention.when, attention.what, attention.who, attention.reason].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>${all.length >= limit && html`<p class="more"><a class="button" href="${older}">${words.browse.older}</a></p>`}</section>`;
}

function eraseForm(visit: Visit, wrongName: string | undefined): Html {
  const { words, scope } = visit;
  const { attention } = words;
  return html`<section class="panel danger" id="erase"><h2>${attention.erase}</h2>${wrongName !== undefined && html`<p class="notice bad" role="alert">${attention.eraseWrong}</p>`}<p>${attention.eraseLead(scope.name)}</p>${form(visit, '/attention/erase', html`<div class="line">${field(attention.eraseType(scope.name), html`<input name="name" dir="auto" required autocomplete="off" spellcheck="false" data-must="${scope.name}" value="${wrongName ?? ''}">`)}<button class="bad">${attention.eraseNow}</button></div>`)}</section>`;
}
