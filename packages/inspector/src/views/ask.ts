import { prefetch } from '@mneme/agent/prefetch';
import type { MemoryScope, RecalledFact, RecallOptions, WhyNot } from '@mneme/core';
import { type Html, html } from '../html.ts';
import { scoreBar } from '../page/charts.ts';
import { emptyState, field, hidden, memoryRow } from '../page/parts.ts';
import { endOfDay } from '../page/time.ts';
import type { View, Visit } from '../visit.ts';

/** Time limit: a person waits longer than an agent. */
const longest = 60_000;

/** A message as the agent would get it: the block, why each line is there, and why another memory is not. */
export const askView: View = async (visit) => {
  const { words, query } = visit;
  const message = query('q');
  return {
    title: words.ask.title,
    place: 'ask',
    main: html`<header class="head"><h1>${words.ask.title}</h1><p>${words.ask.lead}</p></header>
${question(visit, message)}
<div data-region="answer">${message === undefined ? await examples(visit) : await answer(visit, message)}</div>`,
  };
};

function question({ words, query, at, scope }: Visit, message: string | undefined): Html {
  return html`<form class="question" action="${at('/ask').split('?')[0]}" data-busy>${hidden({ scope: scope.name })}
  ${field(words.ask.message, html`<textarea name="q" rows="2" dir="auto" required maxlength="2000" data-key="/" data-enter placeholder="${words.ask.placeholder}">${message ?? ''}</textarea>`)}
  <div class="line">${field(words.ask.asOf, html`<input type="date" name="asOf" value="${query('asOf') ?? ''}">`)}${field(words.ask.budget, html`<input type="number" name="budget" min="50" max="100000" step="50" value="${query('budget') ?? ''}" placeholder="1000">`)}<button class="main">${words.ask.go}</button></div>
</form>`;
}

/** Sample questions from stored memories. */
async function examples({ scope, words, at }: Visit): Promise<Html> {
  const { memories } = await scope.list({ kinds: ['episode'], limit: 200 });
  const asked = memories
    .map(({ content }) => content)
    .filter((text) => /[?？]$/u.test(text) && text.length > 20 && text.length < 90);
  if (asked.length === 0) return html``;
  return html`<section class="panel quiet"><h2>${words.ask.example}</h2><ul class="plainlist">${asked
    .slice(0, 4)
    .map(
      (text) => html`<li><a href="${at('/ask', { q: text })}" dir="auto" data-row>${text}</a></li>`,
    )}</ul></section>`;
}

async function answer(visit: Visit, message: string): Promise<Html> {
  const { words, scope } = visit;
  const asOf = endOfDay(visit.query('asOf'));
  const explained = new Map<string, RecalledFact>();
  const asked = {
    retrieve: scope.retrieve.bind(scope),
    async recall(text: string, options?: RecallOptions) {
      const recalled = await scope.recall(text, { ...options, asOf, explain: true });
      const { profile, facts, passages } = recalled;
      for (const each of [...profile, ...facts, ...passages.flatMap(({ turns }) => turns)])
        explained.set(each.id, each);
      return recalled;
    },
  } satisfies Pick<MemoryScope, 'retrieve' | 'recall'>;
  const budget = Number(visit.query('budget') ?? 0);
  const block = await prefetch(asked, message, {
    timeoutMs: longest,
    ...(Number.isInteger(budget) && budget > 0 && { tokenBudget: budget }),
  });
  if (block.skipped?.reason === 'error') throw block.skipped.error;
  if (block.skipped !== undefined) return emptyState(words.ask.failed);
  const { parts, memories, text, tokens } = block;
  // With many lines, bars would hide the list.
  const few = memories.filter(({ id }) => explained.get(id)?.explanation).length <= 4;
  const shown =
    parts === undefined
      ? emptyState(words.ask.nothing, words.ask.nothingHow)
      : html`<div class="columns"><section class="panel"><h2>${words.ask.block}</h2>
  <p class="meta"><strong>${words.ask.tokens(tokens)}</strong> <span>${words.ask.parts(parts.profile, parts.facts, parts.passages)}</span></p>
  <pre class="block" dir="auto">${text}</pre></section>
<section class="panel"><h2>${words.ask.why}</h2><ol class="reasons">${memories.map(({ id }) => reason(visit, explained.get(id), few))}</ol></section></div>`;
  return html`${shown}${await missing(visit, { message, asOf, inBlock: new Set(memories.map(({ id }) => id)) })}`;
}

function reason(
  { words, at }: Visit,
  memory: RecalledFact | undefined,
  isOpen: boolean,
): Html | string {
  if (memory === undefined) return '';
  const { explanation } = memory;
  return html`<li><a data-row href="${at(`/memory/${memory.id}`)}" dir="auto">${memory.content}</a>
  <p class="meta">${memory.why}</p>
  ${explanation !== undefined && scoreParts(words.ask.parts_, explanation.parts, isOpen)}</li>`;
}

/** The parts of a score, the largest first. */
function scoreParts(
  title: string,
  parts: readonly { name: string; value: number; why: string }[],
  isOpen: boolean,
): Html {
  const given = parts
    .filter(({ value }) => Math.abs(value) >= 0.005)
    .sort((one, other) => Math.abs(other.value) - Math.abs(one.value));
  const most = Math.abs(given[0]?.value ?? 1);
  return html`<details${isOpen && html` open`}><summary>${title}</summary><ul class="parts">${given.map(
    ({ name, value, why }) =>
      html`<li><span>${name}</span>${scoreBar(value, most)}<b>${value.toFixed(2).replace('-', '−')}</b><small>${why}</small></li>`,
  )}</ul></details>`;
}

/** Why an expected memory is not in the block: a given one, or those that a search finds. */
async function missing(
  visit: Visit,
  { message, asOf, inBlock }: { message: string; asOf?: string; inBlock: ReadonlySet<string> },
): Promise<Html> {
  const { words, scope, query, at } = visit;
  const wanted = query('want');
  const one = query('not');
  const ids = new Set<string>();
  if (one !== undefined) ids.add(one);
  else if (wanted !== undefined) {
    const { memories } = await scope.retrieve(wanted, { limit: 3, includeSuperseded: true });
    for (const { id } of memories) ids.add(id);
  }
  const verdicts = [];
  for (const id of ids) {
    const record = await scope.get(id, { includeExpired: true });
    if (record === undefined) continue;
    const verdict = await scope.whyNot(message, id, { asOf });
    verdicts.push(
      html`<div class="verdict"><ul class="rows">${memoryRow(visit, record)}</ul>${verdictText(visit, verdict, inBlock)}</div>`,
    );
  }
  const asked = wanted !== undefined || one !== undefined;
  return html`<section class="panel"><h2>${words.ask.other}</h2><p class="muted">${words.ask.otherLead}</p>
<form class="line" action="${at('/ask').split('?')[0]}" data-busy>${hidden({ scope: scope.name, q: message, asOf: query('asOf') })}
  ${field(words.ask.find, html`<input name="want" type="search" dir="auto" required value="${wanted ?? ''}">`)}<button>${words.ask.find_}</button>
</form>${asked && (verdicts.length === 0 ? html`<p>${words.ask.noneFound}</p>` : verdicts)}</section>`;
}

function verdictText({ words }: Visit, verdict: WhyNot, inBlock: ReadonlySet<string>): Html {
  const { ask } = words;
  const { explanation } = verdict;
  const said = inBlock.has(verdict.id)
    ? html`<p>${ask.inBlock}</p>`
    : verdict.returned
      ? html`<p>${ask.came(verdict.rank ?? 1)} ${ask.notInBlock} ${verdict.withheld}</p>`
      : html`<p>${ask.stayed}</p><ul>${verdict.reasons.map(({ message }) => html`<li>${message}</li>`)}</ul>`;
  return html`${said}${explanation !== undefined && scoreParts(ask.parts_, explanation.parts, true)}`;
}
