import { type Html, html } from '../html.ts';
import type { Visit } from '../visit.ts';

type Clock = Pick<Visit, 'words' | 'timeZone'>;

const styles = {
  day: { dateStyle: 'medium' },
  moment: { dateStyle: 'medium', timeStyle: 'short' },
  month: { year: 'numeric', month: 'long' },
} as const;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached, because making a formatter takes longer than a page of rows. */
function text({ words, timeZone }: Clock, iso: string, style: keyof typeof styles): string {
  const name = `${words.locale} ${timeZone} ${style}`;
  const known = formats.get(name);
  const format = known ?? new Intl.DateTimeFormat(words.locale, { ...styles[style], timeZone });
  if (known === undefined) formats.set(name, format);
  return format.format(new Date(iso));
}

export function dayText(clock: Clock, iso: string): string {
  return text(clock, iso, 'day');
}

export function monthText(clock: Clock, iso: string): string {
  return text(clock, iso, 'month');
}

export function day(clock: Clock, iso: string): Html {
  return html`<time datetime="${iso}">${dayText(clock, iso)}</time>`;
}

export function momentText(clock: Clock, iso: string): string {
  return text(clock, iso, 'moment');
}

export function moment(clock: Clock, iso: string): Html {
  return html`<time datetime="${iso}">${momentText(clock, iso)}</time>`;
}

/** The last moment of a day in a browser's form: `2026-03-01`. Undefined: not a day. */
export function endOfDay(text: string | undefined): string | undefined {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const at = new Date(`${text}T23:59:59.999Z`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
