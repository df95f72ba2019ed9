import type { DoctorReport, EraseReceipt, FindingKind, MemoryRecord } from '@mneme/core';
import { type Html, html } from '../html.ts';
import { growthChart } from '../page/charts.ts';
import { field, form, grouped } from '../page/parts.ts';
import { moment } from '../page/time.ts';
import { bothSides } from '../page/word-diff.ts';
import type { View, Visit } from '../visit.ts';

/** Findings that need attention, and actions on the whole scope. */
export const attentionView: View = async (visit) => {
  const { words } = visit;
  const pairs = await pairsOf(visit);
  const examined = visit.query('examine') !== undefined;
  return {
    title: words.attention.title,
    place: 'attention',
    main: html`<header class="head"><h1>${words.attention.title}</h1></header>
${pairs.length > 0 && (await contested(visit, pairs))}
${examined ? await examination(visit) : invitation(visit, pairs.length === 0)}
${refused(visit)}
${await size(visit)}
${await audit(visit)}
${!visit.readOnly && eraseForm(visit)}`,
  };
};

const mostPairs = 20;

interface Pair {
  newer: MemoryRecord;
  older: MemoryRecord;
}

/** Pairs in the address come first. */
async function pairsOf({ scope, query }: Visit): Promise<Pair[]> {
  const { memories } = await scope.list({ contested: true, limit: mostPairs });
  const pairs: Pair[] = [];
  for (const newer of memories) {
    for (const id of newer.contests ?? []) {
      const older = await scope.get(id);
      if (older !== undefined && older.supersededBy === undefined) pairs.push({ newer, older });
    }
  }
  const wanted = query('pair');
  const rank = ({ newer, older }: Pair) => ([newer.id, older.id].includes(wanted ?? '') ? 0 : 1);
  return pairs.sort((one, other) => rank(one) - rank(other));
}

async function contested(visit: Visit, pairs: Pair[]): Promise<Html> {
  const { words } = visit;
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
    const texts = await bothSides(older.content, newer.content);
    articles.push(html`<article class="pair"><div class="sides">${side(attention.older, older, texts.older)}${side(attention.newer, newer, texts.newer)}</div>
${!visit.readOnly && form(visit, '/attention/settle', html`<div class="line">${buttons}</div>`, { newer: newer.id, older: older.id })}</article>`);
  }
  return html`<section class="panel warn"><h2>${attention.contested} <span class="count">${pairs.length}</span></h2><p class="muted">${attention.contestedLead}</p>
${articles}</section>`;
}

function invitation({ words, at }: Visit, calm: boolean): Html {
  const { attention } = words;
  return html`<section class="panel"><h2>${attention.examination}</h2>${calm && html`<p>${attention.calm}</p>`}<p class="muted">${attention.examineLead}</p><p><a class="button main" data-busy href="${at('/attention', { examine: 1 })}">${attention.examine}</a></p></section>`;
}

/** These are about the whole store, so they are hidden from a user with the key of one scope. */
const ofStore: readonly FindingKind[] = [
  'structure',
  'audit',
  'bytes_pending',
  'reembed_unfinished',
  'unfinished',
];

async function examination(visit: Visit): Promise<Html> {
  const { scope, words, session, at } = visit;
  const { attention } = words;
  const report = await scope.doctor({ near: false, examples: 5 });
  const prune = await scope.prune({ dryRun: true });
  const findings = report.findings.filter(
    ({ kind }) => session.key === undefined || !ofStore.includes(kind),
  );
  const fixable = findings.reduce((sum, finding) => sum + finding.fixable, 0);
  const wanting = findings.some(({ severity }) => severity === 'attention');
  const count = grouped(visit, report.records);
  return html`<section class="panel"><h2>${attention.examination}</h2><p>${wanting ? attention.looked(count) : attention.healthy(count)}</p>
<ul class="findings">${await Promise.all(findings.map((finding) => findingRow(visit, finding)))}</ul>
${report.unchecked.map((what) => html`<p class="muted">${what}</p>`)}
<div class="line">${fixable > 0 && !visit.readOnly && form(visit, '/attention/mend', html`<button class="main">${attention.mend(fixable)}</button>`)}<a class="button" data-busy href="${at('/attention', { examine: 1 })}">${attention.again}</a></div></section>
<section class="panel"><h2>${attention.prune}</h2><p>${prune.pruned === 0 ? attention.pruneNone : attention.pruneTakes(prune.pruned, prune.expired)}</p>
${prune.pruned > 0 && !visit.readOnly && form(visit, '/attention/prune', html`<button class="bad">${attention.pruneNow}</button>`)}</section>`;
}

/** Findings that need attention are expanded, notes are not. */
async function findingRow(visit: Visit, finding: DoctorReport['findings'][number]): Promise<Html> {
  const { words, scope, at } = visit;
  const { kind, severity, count, examples } = finding;
  const link = async (id: string | undefined) => {
    // Ids of documents and their versions have a prefix.
    const memory =
      id?.includes('_') === false ? await scope.get(id, { includeExpired: true }) : undefined;
    if (id === undefined || memory === undefined) return html`<code>${id}</code>`;
    return html`<a href="${at(`/memory/${id}`)}" dir="auto">${memory.content.slice(0, 120)}</a>`;
  };
  const rows = await Promise.all(
    examples.map(
      async ({ id, other, problem }) =>
        html`<li>${await link(id)} ${other !== undefined && html`/ ${await link(other)}`} ${problem}</li>`,
    ),
  );
  return html`<li class="${severity}"><details${severity === 'attention' && html` open`}><summary><strong>${words.attention.findings[kind]}</strong> <span class="count">${count}</span></summary><ul>${rows}</ul></details></li>`;
}

function refused(visit: Visit): Html {
  const { words, refusals } = visit;
  const { attention } = words;
  return html`<section class="panel"><h2>${attention.secrets}</h2>${refusals.length === 0 ? html`<p class="muted">${attention.noSecrets}</p>` : html`<p class="muted">${attention.secretsLead}</p><ul class="plainlist">${refusals.map(({ at, message }) => html`<li>${moment(visit, at)}: ${message}</li>`)}</ul>`}</section>`;
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

async function audit(visit: Visit): Promise<Html> {
  const { memory, scope, words, at } = visit;
  const { attention } = words;
  const entries = await memory.audit({ scope: scope.name, limit: 50 });
  if (entries.length === 0)
    return html`<section class="panel"><h2>${attention.audit}</h2><p class="muted">${attention.noAudit}</p></section>`;
  const rows = entries.map(
    ({ at: when, action, actor, reason, id }) =>
      html`<tr><td>${moment(visit, when)}</td><td>${id === undefined || id.includes('_') ? action : html`<a href="${at(`/memory/${id}`)}">${action}</a>`}</td><td><bdi>${actor}</bdi></td><td dir="auto">${reason}</td></tr>`,
  );
  return html`<section class="panel"><h2>${attention.audit}</h2><p class="muted">${attention.auditLead}</p><div class="scroll" tabindex="0" role="region" aria-label="${attention.audit}"><table><thead><tr>${[attention.when, attention.what, attention.who, attention.reason].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div></section>`;
}

function eraseForm(visit: Visit): Html {
  const { words, scope } = visit;
  const { attention } = words;
  return html`<section class="panel danger"><h2>${attention.erase}</h2><p>${attention.eraseLead(scope.name)}</p>${form(visit, '/attention/erase', html`<div class="line">${field(attention.eraseType(scope.name), html`<input name="name" dir="auto" required autocomplete="off" spellcheck="false" data-must="${scope.name}">`)}<button class="bad">${attention.eraseNow}</button></div>`)}</section>`;
}

/** The page of an erased scope. */
export function receiptMain(visit: Visit, receipt: EraseReceipt): Html {
  const { words, at } = visit;
  const { attention } = words;
  const name = `receipt-${receipt.hash.slice(0, 8)}.json`;
  return html`<header class="head"><h1>${attention.erased(receipt.scope)}</h1><p>${attention.erasedLead(receipt.counts?.records ?? receipt.records)}</p></header>
${receipt.bytes === 'pending' && html`<p class="notice">${attention.pending} ${receipt.bytesReason}</p>`}
<section class="panel"><h2>${attention.receipt}</h2><p class="line"><a class="button main" download="${name}" href="${at('/receipt', { hash: receipt.hash })}">${attention.saveReceipt}</a><a class="button" href="${at('/scopes')}">${words.scopes.title}</a></p>
<p class="muted">${attention.checkReceipt} <code>mneme scopes verify-receipt ${name}</code></p><pre class="block">${JSON.stringify(receipt, null, 2)}</pre></section>`;
}

/** The receipt of an erasure in this session, as a file. */
export const receiptView: View = async (visit) => {
  const receipt = visit.session.receipts.get(visit.query('hash') ?? '');
  if (receipt === undefined)
    return {
      title: visit.words.attention.receipt,
      status: 404,
      main: html`<section class="state"><h1>${visit.words.errors.missing}</h1></section>`,
    };
  return new Response(JSON.stringify(receipt, null, 2), {
    headers: {
      'content-type': 'application/json',
      'content-disposition': `attachment; filename="receipt-${receipt.hash.slice(0, 8)}.json"`,
    },
  });
};
