import { prefetch } from '@mneme/agent/prefetch';
import type { MemoryScope, Recalled, RecalledFact, RecallOptions, WhyNot } from '@mneme/core';
import { estimateTextTokens } from '@mneme/core/faces';
import { type Html, html } from '../html.ts';
import { scoreBar } from '../page/charts.ts';
import { emptyState, field, hidden, memoryRow } from '../page/parts.ts';
import { dayText, endOfDay } from '../page/time.ts';
import { inWords } from '../sentences.ts';
import type { View, Visit } from '../visit.ts';
import type { Words } from '../words.ts';

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
  let learnedLater = 0;
  const asked = {
    retrieve: scope.retrieve.bind(scope),
    async recall(text: string, options?: RecallOptions) {
      const { recalled, later } = await recallAsOf(scope, text, { ...options, asOf });
      learnedLater = later;
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
  <pre class="block" dir="auto">${visit.masked(text)}</pre></section>
<section class="panel"><h2>${words.ask.why}</h2><ol class="reasons">${memories.map(({ id }) => reason(visit, explained.get(id), few))}</ol></section></div>`;
  return html`${learnedLater > 0 && html`<p class="notice">${words.ask.later(learnedLater)}</p>`}${shown}${await missing(visit, { message, asOf, inBlock: new Set(memories.map(({ id }) => id)) })}`;
}

/** Rounds in which lines fill the room of those that were learned later. */
const mostRounds = 4;

/** The recall as it would have been at that time, without what was learned since about earlier days. */
async function recallAsOf(
  scope: MemoryScope,
  text: string,
  options: RecallOptions,
): Promise<{ recalled: Recalled; later: number }> {
  const { asOf, tokenBudget = 1000 } = options;
  const ask = (budget: number) =>
    scope.recall(text, { ...options, tokenBudget: budget, explain: true });
  if (asOf === undefined) return { recalled: await ask(tokenBudget), later: 0 };
  const until = new Date(asOf).toISOString();
  let done: { recalled: Recalled; later: number } | undefined;
  for (let round = 0, room = tokenBudget; round < mostRounds; round++) {
    const all = await ask(room);
    const { known, later, tokens } = knownAt(all, until);
    const kept = all.tokens - tokens;
    if (done !== undefined && kept > tokenBudget) break;
    done = { recalled: { ...known, tokens: kept }, later };
    if (tokens === 0 || room >= tokenBudget + tokens) break;
    room = tokenBudget + tokens;
  }
  return done as { recalled: Recalled; later: number };
}

/** What was learned by that time, and how much was not. */
function knownAt(all: Recalled, until: string): { known: Recalled; later: number; tokens: number } {
  let later = 0;
  let tokens = 0;
  const early = <Each extends RecalledFact>(memories: readonly Each[]) =>
    memories.flatMap((memory) => {
      if (memory.createdAt <= until) return [withoutLater(memory, until)];
      later += 1;
      tokens += estimateTextTokens(memory.content);
      return [];
    });
  const passages = all.passages
    .map((passage) => ({ ...passage, turns: early(passage.turns) }))
    .filter(({ turns }) => turns.length > 0);
  const known = { ...all, profile: early(all.profile), facts: early(all.facts), passages };
  return { known, later, tokens };
}

/** Without the doubts that arose later. */
function withoutLater<Each extends RecalledFact>(memory: Each, until: string): Each {
  const { contests, contestedBy, contestedAt = {} } = memory;
  const early = (ids: string[] | undefined) => {
    const kept = ids?.filter((id) => (contestedAt[id] ?? '') <= until);
    return kept?.length ? kept : undefined;
  };
  return { ...memory, contests: early(contests), contestedBy: early(contestedBy) };
}

function reason(
  { words, at, masked, query }: Visit,
  memory: RecalledFact | undefined,
  isOpen: boolean,
): Html | string {
  if (memory === undefined) return '';
  const { explanation } = memory;
  return html`<li><a data-row href="${at(`/memory/${memory.id}`, { q: query('q') })}" dir="auto">${masked(memory.content)}</a>
  <p class="meta">${inWords(words, memory.why)}</p>
  ${explanation !== undefined && scoreParts(words, explanation.parts, isOpen)}</li>`;
}

/** The parts of a score, the largest first. */
function scoreParts(
  words: Words,
  parts: readonly { name: string; value: number; why: string }[],
  isOpen: boolean,
): Html {
  const given = parts
    .filter(({ value }) => Math.abs(value) >= 0.005)
    .sort((one, other) => Math.abs(other.value) - Math.abs(one.value));
  const most = Math.abs(given[0]?.value ?? 1);
  return html`<details${isOpen && html` open`}><summary>${words.ask.parts_}</summary><ul class="parts">${given.map(
    ({ name, value, why }) =>
      html`<li><span>${inWords(words, name)}</span>${scoreBar(value, most)}<b>${value.toFixed(2).replace('-', '−')}</b><small>${inWords(words, why)}</small></li>`,
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
    const isLater = asOf !== undefined && record.createdAt > asOf;
    const later = html`<p>${words.ask.learnedOn(dayText(visit, record.createdAt))}</p>`;
    verdicts.push(
      html`<div class="verdict"><ul class="rows">${memoryRow(visit, record)}</ul>${isLater ? later : verdictText(visit, verdict, inBlock)}</div>`,
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
      ? html`<p>${ask.came(verdict.rank ?? 1)} ${ask.notInBlock} ${inWords(words, verdict.withheld)}</p>`
      : html`<p>${ask.stayed}</p><ul>${verdict.reasons.map(({ message }) => html`<li>${inWords(words, message)}</li>`)}</ul>`;
  return html`${said}${explanation !== undefined && scoreParts(words, explanation.parts, true)}`;
}
