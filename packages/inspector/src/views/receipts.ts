import { type Html, html } from '../html.ts';
import { emptyState } from '../page/parts.ts';
import { moment } from '../page/time.ts';
import type { Receipt } from '../receipts.ts';
import type { Page, View, Visit } from '../visit.ts';

/** What was erased in this scope, or of it, newest first. */
export const receiptsView: View = async (visit) => {
  const { words, receipts, scope, at } = visit;
  const rows = receipts
    .of(scope.name)
    .map(
      (receipt) =>
        html`<li class="row"><a data-row href="${at(`/receipt/${receipt.id}`)}"><span class="text" dir="auto">${titleOf(visit, receipt)}</span></a><p class="meta"><bdi>${receipt.actor}</bdi><span>${moment(visit, receipt.at)}</span></p></li>`,
    );
  return {
    title: words.receipts.title,
    place: 'attention',
    main: html`<header class="head"><h1>${words.receipts.title}</h1><p>${words.receipts.lead}</p></header>
${rows.length === 0 ? emptyState(words.receipts.none) : html`<ol class="rows">${rows}</ol>`}`,
  };
};

/** One receipt, to read, to print and to save. */
export const receiptView: View = async (visit) => {
  const { words, at, query, memory } = visit;
  const receipt = receiptOf(visit);
  if (receipt === undefined) return noReceipt(visit);
  const { document, id } = receipt;
  const name = fileOf(receipt);
  const rows: [string, string | Html | undefined][] = [
    [words.nav.scope, receipt.scope],
    [words.memory.conversation, receipt.session],
    [words.attention.when, moment(visit, receipt.at)],
    [words.attention.who, receipt.actor],
    [words.receipts.count, countOf(visit, receipt)],
    [
      words.receipts.bytes,
      words.receipts.remains[document.bytes === 'pending' ? 'pending' : 'removed'],
    ],
  ];
  const isScope = document.kind === 'mneme.erasure';
  const check =
    isScope && query('check') !== undefined ? await memory.verifyReceipt(document) : undefined;
  return {
    title: titleOf(visit, receipt),
    place: 'attention',
    main: html`<header class="head"><p class="crumbs"><a href="${at('/receipts')}">${words.receipts.title}</a></p><h1>${titleOf(visit, receipt)}</h1><p>${words.receipts.keep}</p></header>
${document.bytes === 'pending' && html`<p class="notice">${words.attention.pending} ${document.bytesReason}</p>`}
<section class="panel"><dl class="details">${rows.map(([label, value]) => value !== undefined && html`<div><dt>${label}</dt><dd dir="auto">${value}</dd></div>`)}</dl>
<p class="line"><a class="button main" download="${name}" href="${at(`/receipt/${id}/file`)}">${words.attention.saveReceipt}</a><button type="button" data-print>${words.receipts.print}</button>${isScope && html`<a class="button" href="${at(`/receipt/${id}`, { check: 1 })}">${words.receipts.check}</a>`}<a class="button" href="${at('/scopes')}">${words.scopes.title}</a></p>
${check !== undefined && html`<p class="notice" role="status">${check.valid ? words.receipts.valid : words.receipts.invalid} ${[...check.faults, ...check.unchecked].join('; ')}</p>`}</section>
<section class="panel"><h2>${words.attention.receipt}</h2>${isScope && html`<p class="muted">${words.attention.checkReceipt} <code>mneme scopes verify-receipt ${name}</code></p>`}<pre class="block">${JSON.stringify(document, null, 2)}</pre></section>`,
  };
};

/** The receipt as a file. */
export const receiptFile: View = async (visit) => {
  const receipt = receiptOf(visit);
  if (receipt === undefined) return noReceipt(visit);
  return new Response(JSON.stringify(receipt.document, null, 2), {
    headers: {
      'content-type': 'application/json',
      'content-disposition': `attachment; filename="${fileOf(receipt)}"`,
    },
  });
};

function receiptOf({ receipts, scope, parameter }: Visit): Receipt | undefined {
  return receipts.of(scope.name).find(({ id }) => id === parameter('id'));
}

function noReceipt({ words }: Visit): Page {
  return {
    title: words.receipts.title,
    place: 'attention',
    status: 404,
    main: emptyState(words.receipts.gone, words.receipts.lead),
  };
}

function titleOf({ words }: Visit, { scope, session }: Receipt): string {
  return words.attention.erased(session ?? scope);
}

function countOf({ words }: Visit, { document }: Receipt): string {
  if (document.kind !== 'mneme.erasure') {
    const { turns, forgotten } = document as unknown as { turns: number; forgotten: string[] };
    return words.browse.counts(String(forgotten.length), String(turns));
  }
  const { counts, records } = document as { counts?: { records: number }; records: number };
  return words.browse.found(counts?.records ?? records);
}

function fileOf({ id }: Receipt): string {
  return `receipt-${id.slice(0, 8)}.json`;
}
