import { stem } from 'porter2';

/** The words of a text that lists them, with white space between. */
export function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** With the stems of English words, so that a list names each word once. */
export function stemmed(list: string): ReadonlySet<string> {
  return new Set([...words(list)].flatMap(forms));
}

/** Lines of `key: word word …`, as a map from each word to its key. */
export function table(lines: string): ReadonlyMap<string, string> {
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
