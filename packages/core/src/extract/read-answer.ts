import type { Extraction } from '@mneme/engine/contract';

/** Maximum number of facts in a window; an answer with more is unusable. */
const mostFacts = 200;

/** The extractor's answer about a window, or why it cannot be used. */
export function readAnswer(answer: unknown): { facts: readonly unknown[] } | { unusable: string } {
  if (typeof answer !== 'object' || answer === null) return { unusable: 'it is no object' };
  const { facts, unusable } = answer as Partial<Extraction>;
  if (unusable !== undefined) return { unusable };
  if (!Array.isArray(facts)) return { unusable: 'it has no list of facts' };
  return facts.length > mostFacts
    ? { unusable: `it has ${facts.length} facts` }
    : { facts: facts as unknown[] };
}
