import type { MemoryRecord } from '@mneme/core';
import { daysBetween, defaultDecay, effectiveImportance, halfLifeOf } from '@mneme/core/faces';
import { type Html, html } from '../html.ts';
import type { Visit } from '../visit.ts';
import { dayText } from './time.ts';

const width = 320;
const height = 72;

/** A chart of a memory's fading importance, with a mark for today. The text beside it says the same. */
export function fadingChart(visit: Visit, memory: MemoryRecord): Html {
  const { words, now } = visit;
  const { importance, confirmedAt } = memory;
  const halfLife = halfLifeOf(memory.category, defaultDecay);
  const age = Math.max(0, daysBetween(confirmedAt, now().toISOString()));
  const span = Math.max(4 * halfLife, age * 1.1, 1);
  const at = (days: number) => effectiveImportance(importance, days, halfLife);
  const point = (days: number) =>
    `${round((days / span) * width)} ${round(height - 4 - (at(days) / 5) * (height - 12))}`;
  const line = Array.from({ length: 41 }, (_, index) => point((span * index) / 40)).join('L');
  const [x, y] = point(age).split(' ');
  return html`<figure class="chart"><svg viewBox="0 0 ${width} ${height}" aria-hidden="true"><path class="area" d="M${line}V${height}H0Z"/><path class="line" d="M${line}"/><circle cx="${x}" cy="${y}" r="4"/></svg>
<figcaption>${words.memory.fade(importance, at(age).toFixed(1), halfLife)}</figcaption></figure>`;
}

/** Counts by day, week or month, whichever gives a readable number of bars. */
export function growthChart(visit: Visit, times: readonly string[], label: string): Html {
  const bars = barsOf(times.map((time) => Date.parse(time)));
  const most = Math.max(...bars.map(({ count }) => count), 1);
  const each = width / Math.max(bars.length, 12);
  const first = bars[0];
  const last = bars.at(-1);
  if (first === undefined || last === undefined) return html``;
  const text = (at: number) => dayText(visit, new Date(at).toISOString());
  return html`<figure class="chart"><svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${label}">${bars.map(
    ({ at, count }, index) => {
      const tall = (count / most) * (height - 8);
      return html`<rect x="${round(index * each)}" y="${round(height - tall)}" width="${round(Math.max(1, each - 2))}" height="${round(tall)}" rx="1"><title>${text(at)}: ${count}</title></rect>`;
    },
  )}</svg><figcaption class="ends"><span>${text(first.at)}</span><span>${text(last.at)}</span></figcaption><details><summary>${visit.words.timeline.numbers}</summary><ul class="plainlist">${bars.filter(({ count }) => count > 0).map(({ at, count }) => html`<li>${text(at)}: ${count}</li>`)}</ul></details></figure>`;
}

const dayMs = 86_400_000;

function barsOf(times: readonly number[]): { at: number; count: number }[] {
  if (times.length === 0) return [];
  const from = Math.floor(Math.min(...times) / dayMs) * dayMs;
  const span = Math.max(...times) - from;
  const step = [1, 7, 30, 365].map((days) => days * dayMs).find((size) => span / size < 48);
  const size = step ?? Math.ceil(span / 48);
  const bars = Array.from({ length: Math.floor(span / size) + 1 }, (_, index) => ({
    at: from + index * size,
    count: 0,
  }));
  for (const time of times) {
    const bar = bars[Math.floor((time - from) / size)];
    if (bar !== undefined) bar.count++;
  }
  return bars;
}

/** One part of a score, as a bar to the right or, if negative, in another colour. */
export function scoreBar(value: number, most: number): Html {
  const long = round((Math.abs(value) / Math.max(most, 0.001)) * 96);
  return html`<svg class="bar${value < 0 ? ' less' : ''}" viewBox="0 0 96 8" width="96" height="8" aria-hidden="true"><rect class="track" width="96" height="8" rx="2"/><rect width="${long}" height="8" rx="2"/></svg>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
