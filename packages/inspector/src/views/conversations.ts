import { type MemoryRecord, MnemeError, type SessionInfo } from '@mneme/core';
import { type Html, html } from '../html.ts';
import { emptyState, form, hidden, shortened } from '../page/parts.ts';
import { day, moment } from '../page/time.ts';
import type { View, Visit } from '../visit.ts';
import { sections } from './sections.ts';

const conversationsOnPage = 50;

/** The conversations of the scope, the newest first, or those in which something was said. */
export const conversationsView: View = async (visit) => {
  const { words, scope, at, query } = visit;
  const wanted = query('q');
  const found = wanted === undefined ? await allOf(visit) : await saying(visit, wanted);
  const from = Math.max(0, Number(query('from')) || 0);
  const shown = found.slice(from, from + conversationsOnPage);
  const list = await Promise.all(
    shown.map(async ({ session, turns, lastAt, line }) => {
      const first = line ?? (await firstLine(visit, session));
      return html`<li class="row"><a data-row href="${at('/conversation', { session })}"><span class="text" dir="auto">${session}</span><span class="text muted" dir="auto">${first}</span></a><p class="meta"><span>${day(visit, lastAt)}</span><span>${words.conversation.turns(turns)}</span></p></li>`;
    }),
  );
  const next = from + conversationsOnPage;
  return {
    title: words.browse.conversations,
    place: 'browse',
    main: html`<header class="head"><h1>${words.browse.title}</h1>${sections(visit, 'conversations')}</header>
<form class="filters" action="${at('/conversations').split('?')[0]}" data-live="results">${hidden({ scope: scope.name })}<input type="search" name="q" value="${wanted ?? ''}" dir="auto" placeholder="${words.conversation.search}" aria-label="${words.conversation.search}" data-key="/" autocomplete="off"></form>
<div data-region="results"><p class="muted tally" data-tally>${words.conversation.found(found.length)}</p>${list.length > 0 ? html`<ol class="rows">${list}</ol>` : wanted === undefined ? emptyState(words.conversation.none, words.conversation.noneHow) : emptyState(words.conversation.noMatch)}
${found.length > next && html`<p class="more"><a class="button" href="${at('/conversations', { q: wanted, from: next })}">${words.browse.older}</a></p>`}</div>`,
  };
};

interface Found extends SessionInfo {
  /** What was found in it. */
  line?: string;
}

/** The store has them in another order, so all are read. */
async function allOf({ scope }: Visit): Promise<Found[]> {
  const all: SessionInfo[] = [];
  let cursor: string | undefined;
  do {
    const page = await scope.sessions.list({ limit: 1000, cursor });
    all.push(...page.sessions);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return all.sort((one, other) => (one.lastAt < other.lastAt ? 1 : -1));
}

/** Those with the words in their name or in a turn. */
async function saying(visit: Visit, wanted: string): Promise<Found[]> {
  const { scope, signal } = visit;
  const { memories } = await scope.retrieve(wanted, { kinds: ['episode'], limit: 200, signal });
  const lines = new Map<string, string>();
  for (const { source, content } of memories)
    if (source.session !== undefined && !lines.has(source.session))
      lines.set(source.session, shortened(visit.masked(content), longestLine));
  const name = wanted.toLowerCase();
  const all = await allOf(visit);
  const named = all.filter(({ session }) => session.toLowerCase().includes(name));
  const said = [...lines].flatMap(([session, line]) => {
    const info = all.find((each) => each.session === session);
    return info === undefined || named.includes(info) ? [] : [{ ...info, line }];
  });
  return [...named, ...said];
}

const longestLine = 140;

async function firstLine(visit: Visit, session: string): Promise<string> {
  const { turns, summary } = await visit.scope.sessions.get(session, { limit: 1 });
  return shortened(visit.masked(turns[0]?.content ?? summary ?? ''), longestLine);
}

const turnsOnPage = 60;

/** One conversation in order, with what was learned from it. */
export const conversationView: View = async (visit) => {
  const { words, scope, at, query } = visit;
  const session = query('session') ?? '';
  const cursor = query('cursor');
  const from = Math.max(0, Number(query('from')) || 0);
  const { turns, summary, nextCursor } =
    session === ''
      ? { turns: [], summary: undefined, nextCursor: undefined }
      : await scope.sessions.get(session, {
          limit: turnsOnPage,
          cursor,
          ...(from > 0 && { fromSequence: from }),
        });
  const learned = await Promise.all(turns.map(({ id }) => factsOf(visit, id)));
  const first = turns[0];
  const speakers = [...new Set(turns.map(({ source }) => source.speaker))];
  return {
    title: session,
    place: 'browse',
    status: turns.length === 0 && summary === undefined ? 404 : 200,
    main: html`<header class="head"><p class="crumbs"><a href="${at('/conversations')}">${words.browse.conversations}</a></p><h1 dir="auto">${session}</h1>
${first !== undefined && html`<p class="meta">${day(visit, first.occurredAt)}</p>`}</header>
${turns.length === 0 && summary === undefined && emptyState(words.conversation.missing)}
${summary !== undefined && html`<section class="panel quiet"><h2>${words.conversation.summary}</h2><p dir="auto">${visit.masked(summary)}</p></section>`}
${(from > 0 || cursor !== undefined) && html`<p class="more"><a class="button" href="${at('/conversation', { session, from: from > turnsOnPage ? from - turnsOnPage : undefined })}">${words.conversation.earlier}</a></p>`}
<ol class="talk">${turns.map((turn, index) => turnOf(visit, { turn, learned: learned[index] ?? [], isOther: turn.source.speaker !== speakers[0] }))}</ol>
${nextCursor !== undefined && html`<p class="more"><a class="button" href="${at('/conversation', { session, from: from || undefined, cursor: nextCursor })}">${words.conversation.more}</a></p>`}
${turns.length > 0 && !visit.readOnly && html`<details class="panel danger"><summary>${words.conversation.erase}</summary><p>${words.conversation.eraseLead}</p>${form(visit, '/conversation/erase', html`<button class="bad">${words.attention.eraseNow}</button>`, { session })}</details>`}`,
  };
};

/** Skips turns that were deleted since the page was requested. */
async function factsOf({ scope }: Visit, id: string): Promise<MemoryRecord[]> {
  try {
    return (await scope.evidence(id)).facts;
  } catch (error) {
    if (MnemeError.isInstance(error) && error.code === 'not_found') return [];
    throw error;
  }
}

function turnOf(
  visit: Visit,
  { turn, learned, isOther }: { turn: MemoryRecord; learned: MemoryRecord[]; isOther: boolean },
): Html {
  const { words, at } = visit;
  return html`<li id="${turn.id}" class="${isOther ? 'other' : 'own'}"><p class="meta"><bdi>${turn.source.speaker ?? words.kinds.episode}</bdi> <span>${moment(visit, turn.occurredAt)}</span></p>
<p class="said" dir="auto"><a data-row href="${at(`/memory/${turn.id}`)}">${visit.masked(turn.content)}</a></p>${
    learned.length > 0 &&
    html`<ul class="learned" aria-label="${words.conversation.learned}">${learned.map(
      (fact) =>
        html`<li${fact.supersededBy !== undefined && html` class="replaced"`}><a href="${at(`/memory/${fact.id}`)}" dir="auto">${visit.masked(fact.content)}</a></li>`,
    )}</ul>`
  }</li>`;
}
