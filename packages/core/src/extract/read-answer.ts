import type { Extraction } from '@mneme/engine/contract';

/** A window has no more facts than this; an answer that has is none. */
const mostFacts = 200;

/** What an extractor answered about a window, or why that cannot be used. */
export function readAnswer(answer: unknown): { facts: readonly unknown[] } | { unusable: string } {
  if (typeof answer !== 'object' || answer === null) return { unusable: 'it is no object' };
  const { facts, unusable } = answer as Partial<Extraction>;
  if (unusable !== undefined) return { unusable };
  if (!Array.isArray(facts)) return { unusable: 'it has no list of facts' };
  return facts.length > mostFacts
    ? { unusable: `it has ${facts.length} facts` }
    : { facts: facts as unknown[] };
}
