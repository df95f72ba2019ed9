import { textOf } from '../addresses.ts';
import { type Html, html } from '../html.ts';
import type { Visit } from '../visit.ts';
import type { Words } from '../words.ts';
import { field, hidden } from './parts.ts';

/** What people type into forms, by the names of their fields. */
function typedFields(words: Words, given: Record<string, unknown>): [string, string, string][] {
  const labels: Record<string, string> = {
    content: words.memory.content,
    path: words.documents.path,
    tags: words.memory.tags,
    reason: words.memory.reason,
  };
  return Object.entries(labels).flatMap(([name, label]) => {
    const value = textOf(given[name]);
    return value === '' ? [] : [[name, label, value] satisfies [string, string, string]];
  });
}

/** What was typed into a form that could not be read by anybody: to copy. */
export function typedTexts(words: Words, given: Record<string, unknown>): Html | string {
  const typed = typedFields(words, given);
  if (typed.length === 0) return '';
  return html`<section class="panel"><h2>${words.unsent.title}</h2>${typed.map(([, label, value]) =>
    field(
      label,
      html`<textarea rows="4" dir="auto" readonly>
${value}</textarea>`,
    ),
  )}</section>`;
}

/** A form that was refused, with what was typed, to send again or to copy; and a way on. */
export function unsentForm(visit: Visit, given: Record<string, unknown>): Html {
  const { words, here, at, session } = visit;
  const typed = typedFields(words, given);
  const on = html`<p class="line"><a class="button" href="${at('/browse')}">${words.browse.title}</a></p>`;
  if (typed.length === 0) return on;
  const names = new Set(['token', ...typed.map(([name]) => name)]);
  const others = Object.entries(given).filter(([name]) => !names.has(name));
  const texts = typed.map(([name, label, value]) =>
    field(
      label,
      html`<textarea name="${name}" rows="${name === 'content' ? 8 : 1}" dir="auto">
${value}</textarea>`,
    ),
  );
  return html`<section class="panel"><h2>${words.unsent.title}</h2><p class="muted">${words.unsent.lead}</p>
<form method="post" action="${here}"><input type="hidden" name="token" value="${session.token}">${hidden(Object.fromEntries(others.map(([name, value]) => [name, textOf(value)])))}${texts}${!visit.readOnly && html`<p class="line"><button class="main">${words.unsent.again}</button></p>`}</form></section>${on}`;
}
