import { closest, distance } from 'fastest-levenshtein';

/** The known name nearest to an unknown one. Letter case, `-` and `_` do not count; undefined if none is near. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const plain = (word: string) => word.toLowerCase().replace(/[-_]/g, '');
  const wanted = plain(name).slice(0, 100);
  const found = closest(wanted, known.map(plain));
  const far = distance(wanted, found ?? '');
  return far < wanted.length && far <= Math.max(2, wanted.length / 3)
    ? known.find((word) => plain(word) === found)
    : undefined;
}
