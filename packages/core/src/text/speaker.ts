import { analyse } from './analyse.ts';

/** Which speakers a query names: by the whole name, or by its first word (`Ada` for `Ada Lovelace`). */
export function queryNames(query: string): { has(speaker: string): boolean } {
  const words = new Set(analyse(query));
  const known = new Map<string, boolean>();
  return {
    has(speaker) {
      let named = known.get(speaker);
      if (named === undefined) {
        const first = analyse(speaker.split(/\s+/u)[0] ?? '');
        named = first.length > 0 && first.every((term) => words.has(term));
        known.set(speaker, named);
      }
      return named;
    },
  };
}
