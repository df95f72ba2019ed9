import { html } from '../html.ts';
import { growthChart } from '../page/charts.ts';
import type { View } from '../visit.ts';
import { byMonth, emptyScope } from './browse.ts';
import { sections } from './sections.ts';

const newest = 1000;
const pageSize = 100;

/** When facts were learned, including replaced ones. */
export const timelineView: View = async (visit) => {
  const { words, scope, at, query } = visit;
  const facts = { kinds: ['fact'], includeSuperseded: true } as const;
  const cursor = query('cursor');
  const { memories, nextCursor } = await scope.list({ ...facts, limit: pageSize, cursor });
  const chart =
    cursor === undefined ? (await scope.list({ ...facts, limit: newest })).memories : [];
  const times = chart.map(({ createdAt }) => createdAt);
  return {
    title: words.browse.timeline,
    place: 'browse',
    main: html`<header class="head"><h1>${words.browse.title}</h1>${sections(visit, 'timeline')}</header>
${chart.length > 1 && html`<section class="panel"><h2>${words.timeline.chart} <span class="muted">${words.timeline.of(chart.length)}</span></h2>${growthChart(visit, times, words.timeline.chart)}</section>`}
${memories.length === 0 && (await emptyScope(visit))}
${byMonth(visit, memories)}
${nextCursor !== undefined && html`<p class="more"><a class="button" data-row href="${at('/timeline', { cursor: nextCursor })}">${words.browse.older}</a></p>`}`,
  };
};
