/** Maximum characters of an item that are searched; the value itself is stored whole. */
const mostIndexed = 10_000;
const tokens = /\{[^}]*\}|\[[^\]]*\]|[^.[\]{}]+/g;

/**
 * The searched text of an item: the texts at these paths. `title`, `author.name`, `chapters[*].content`, `tags[-1]`,
 * `{title,author.name}`, `*`, or `$` for the whole value. Undefined: there is nothing at them.
 */
export function textOf(value: unknown, paths: readonly string[]): string | undefined {
  const parts = paths.flatMap((path) => at(value, path)).filter((part) => part != null);
  if (parts.length === 0) return undefined;
  const found = parts.flatMap((part) => leaves(part));
  const lines = found.map(([name, text]) => (name && found.length > 1 ? `${name}: ${text}` : text));
  const text = lines.join('\n').trim() || JSON.stringify(parts);
  return text.slice(0, mostIndexed).toWellFormed();
}

function at(value: unknown, path: string): unknown[] {
  let found = [value];
  for (const token of path.match(tokens) ?? []) {
    const inner = token.slice(1, -1);
    found = found.flatMap((from): unknown[] => {
      if (path === '$') return [from];
      if (typeof from !== 'object' || from === null) return [];
      if (token === '*' || token === '[*]') return Object.values(from);
      if (token.startsWith('{')) return inner.split(',').flatMap((each) => at(from, each.trim()));
      if (token.startsWith('['))
        return Array.isArray(from) && /^-?\d+$/.test(inner) ? [from.at(Number(inner))] : [];
      return Object.hasOwn(from, token) ? [from[token as never]] : [];
    });
  }
  return found;
}

/** The plain values within, each with the name of its field. */
function leaves(value: unknown, name = ''): [name: string, text: string][] {
  if (value == null) return [];
  if (typeof value !== 'object') return [[name, String(value)]];
  const entries = Object.entries(value);
  return entries.flatMap(([key, each]) => leaves(each, Array.isArray(value) ? name : key));
}
