import { WordLists } from '../text/index.ts';
import { type LanguageCues, languages } from './languages.ts';

export type Cue = Exclude<keyof LanguageCues, 'short'>;

/** Cues of lasting and temporary statements, of questions, games and reports. */
export const partCues = [
  'states',
  'first',
  'people',
  'lasting',
  'passing',
  'reported',
  'supposed',
  'made',
  'irony',
  'requests',
  'asks',
] as const satisfies readonly Cue[];

/** Cues of the kinds of facts. */
export const kindCues = [
  'answers',
  'health',
  'people',
  'plan',
  'project',
  'home',
  'work',
  'likes',
] as const satisfies readonly Cue[];

/** The cues in a text. */
export interface FoundCues {
  /** How often each occurs. */
  counts: ReadonlyMap<Cue, number>;
  /** How many characters of the text's beginning each uses. */
  starts: ReadonlyMap<Cue, number>;
}

const word = /[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}\p{N}]+)*/gu;
const clauseEnd = /^[\s。！？!?，,；;]*$/;

/** `closes`: it counts only at the end of the text. Made at first use. */
let lists: WordLists<{ cue: Cue; closes: boolean }> | undefined;

/** Finds all cues of all languages at once. */
export function readCues(given: string): FoundCues {
  const text = given.toLowerCase().replaceAll('’', "'");
  const counts = new Map<Cue, number>();
  const starts = new Map<Cue, number>();
  lists ??= readLists();
  lists.find(text, ({ cue, closes }, start, end) => {
    if (closes && !clauseEnd.test(text.slice(end))) return;
    counts.set(cue, (counts.get(cue) ?? 0) + 1);
    if (start === 0) starts.set(cue, Math.max(end, starts.get(cue) ?? 0));
  });
  return { counts, starts };
}

function readLists(): WordLists<{ cue: Cue; closes: boolean }> {
  const made = new WordLists<{ cue: Cue; closes: boolean }>(word);
  for (const { short: _, ...cues } of Object.values(languages))
    for (const [cue, list] of Object.entries(cues) as [Cue, string][])
      for (const entry of list.split(' ').filter((item) => item !== ''))
        made.add(entry.replace(/[_/-]/g, ' ').replace('$', ''), {
          cue,
          closes: entry.includes('$'),
        });
  return made;
}
