import { html as template } from 'hono/html';
import { textShown } from './unseen.ts';

/** A piece of HTML. Values inside are escaped, unless they are such pieces. */
export type Html = ReturnType<typeof template>;

/** A template of HTML. Texts in it are escaped, and their invisible characters shown as codes. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): Html {
  return template(strings, ...values.map(shown));
}

function shown(value: unknown): unknown {
  if (typeof value === 'string') return textShown(value);
  return Array.isArray(value) ? value.map(shown) : value;
}
