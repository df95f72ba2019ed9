import { type Html, html } from '../html.ts';
import type { Visit } from '../visit.ts';

type Clock = Pick<Visit, 'words' | 'timeZone'>;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes longer than a page of rows. */
function formatOf({ words, timeZone }: Clock, timed: boolean): Intl.DateTimeFormat {
  const name = `${words.locale} ${timeZone} ${timed}`;
  const known = formats.get(name);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat(words.locale, {
    dateStyle: 'medium',
    ...(timed && { timeStyle: 'short' }),
    timeZone,
  });
  formats.set(name, format);
  return format;
}

export function dayText(clock: Clock, iso: string): string {
  return formatOf(clock, false).format(new Date(iso));
}

export function momentText(clock: Clock, iso: string): string {
  return formatOf(clock, true).format(new Date(iso));
}

export function day(clock: Clock, iso: string): Html {
  return html`<time datetime="${iso}">${dayText(clock, iso)}</time>`;
}

export function moment(clock: Clock, iso: string): Html {
  return html`<time datetime="${iso}">${momentText(clock, iso)}</time>`;
}

/** The last instant of a day as an input of a browser names it: `2026-03-01`. Undefined: that is no day. */
export function endOfDay(text: string | undefined): string | undefined {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const at = new Date(`${text}T23:59:59.999Z`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
