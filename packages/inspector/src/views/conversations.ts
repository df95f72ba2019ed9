import type { MemoryRecord } from '@mneme/core';
import { type Html, html } from '../html.ts';
import { emptyState, form } from '../page/parts.ts';
import { day, moment } from '../page/time.ts';
import type { View, Visit } from '../visit.ts';
import { sections } from './sections.ts';

/** All conversations of the scope. */
export const conversationsView: View = async (visit) => {
  const { words, scope, at, query } = visit;
  const { sessions, nextCursor } = await scope.sessions.list({
    limit: 100,
    cursor: query('cursor'),
  });
  const newest = sessions.toSorted((one, other) => (one.lastAt < other.lastAt ? 1 : -1));
  const list = newest.map(
    ({ session, turns, firstAt }) =>
      html`<li class="row"><a data-row href="${at('/conversation', { session })}"><span class="text" dir="auto">${session}</span></a><p class="meta"><span>${day(visit, firstAt)}</span><span>${words.conversation.turns(turns)}</span></p></li>`,
  );
  return {
    title: words.browse.conversations,
    place: 'browse',
    main: html`<header class="head"><h1>${words.browse.title}</h1>${sections(visit, 'conversations')}</header>
${list.length === 0 ? emptyState(words.conversation.none, words.conversation.noneHow) : html`<ol class="rows">${list}</ol>`}
${nextCursor !== undefined && html`<p class="more"><a class="button" href="${at('/conversations', { cursor: nextCursor })}">${words.browse.older}</a></p>`}`,
  };
};

/** One conversation in order, with what was learned from it. */
export const conversationView: View = async (visit) => {
  const { words, scope, at, query } = visit;
  const session = query('session') ?? '';
  const cursor = query('cursor');
  const { turns, summary, nextCursor } =
    session === ''
      ? { turns: [], summary: undefined, nextCursor: undefined }
      : await scope.sessions.get(session, { limit: 60, cursor });
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
${summary !== undefined && html`<section class="panel quiet"><h2>${words.conversation.summary}</h2><p dir="auto">${summary}</p></section>`}
<ol class="talk">${turns.map((turn, index) => turnOf(visit, { turn, learned: learned[index] ?? [], isOther: turn.source.speaker !== speakers[0] }))}</ol>
${nextCursor !== undefined && html`<p class="more"><a class="button" href="${at('/conversation', { session, cursor: nextCursor })}">${words.conversation.more}</a></p>`}
${turns.length > 0 && !visit.readOnly && html`<details class="panel danger"><summary>${words.conversation.erase}</summary><p>${words.conversation.eraseLead}</p>${form(visit, '/conversation/erase', html`<button class="bad">${words.attention.eraseNow}</button>`, { session })}</details>`}`,
  };
};

/** Skips turns that were deleted since the page was requested. */
async function factsOf({ scope }: Visit, id: string): Promise<MemoryRecord[]> {
  return (await scope.evidence(id))?.facts ?? [];
}

function turnOf(
  visit: Visit,
  { turn, learned, isOther }: { turn: MemoryRecord; learned: MemoryRecord[]; isOther: boolean },
): Html {
  const { words, at } = visit;
  return html`<li id="${turn.id}" class="${isOther ? 'other' : 'own'}"><p class="meta"><bdi>${turn.source.speaker ?? words.kinds.episode}</bdi> <span>${moment(visit, turn.occurredAt)}</span></p>
<p class="said" dir="auto"><a data-row href="${at(`/memory/${turn.id}`)}">${turn.content}</a></p>${
    learned.length > 0 &&
    html`<ul class="learned" aria-label="${words.conversation.learned}">${learned.map(
      (fact) =>
        html`<li${fact.supersededBy !== undefined && html` class="replaced"`}><a href="${at(`/memory/${fact.id}`)}" dir="auto">${fact.content}</a></li>`,
    )}</ul>`
  }</li>`;
}
