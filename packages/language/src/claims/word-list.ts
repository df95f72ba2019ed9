import { stem } from 'porter2';

/** The words of a text that lists them, with white space between. */
export function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** Words and their stems. Stems are made when they are asked for first: they take time. */
export interface Stemmed extends Pick<ReadonlySet<string>, 'has'> {
  /** As they stand in the list. */
  written: ReadonlySet<string>;
}

/** With the stems of English words, so that a list names each word once. */
export function stemmed(list: string): Stemmed {
  const written = words(list);
  let found: ReadonlySet<string> | undefined;
  const all = () => (found ??= new Set([...written].flatMap(forms)));
  return { written, has: (word) => all().has(word) };
}

/** Lines of `key: word word …`, as a map from each word to its key. */
export function table(lines: string): Stemmed & Pick<ReadonlyMap<string, string>, 'get'> {
  let found: ReadonlyMap<string, string> | undefined;
  const all = () => (found ??= keysOf(lines));
  return { written: words(lines), get: (word) => all().get(word), has: (word) => all().has(word) };
}

function keysOf(lines: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const line of lines.trim().split('\n')) {
    const [key, list] = line.split(':') as [string, string];
    for (const word of list.trim().split(/\s+/)) {
      for (const form of forms(word)) {
        if (!found.has(form) && (form === word || form.length > 3)) found.set(form, key);
      }
    }
  }
  return found;
}

/** A word as written and, for English, its stem. */
export function forms(word: string): string[] {
  return /^[a-z]{3,}$/.test(word) ? [word, stem(word)] : [word];
}
