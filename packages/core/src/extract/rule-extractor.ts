import type { ExtractedFact, ExtractionTurn, Extractor } from '@mneme/contract';
import type * as Language from '@mneme/language/extract';
import { isUser } from '@mneme/language/text';

/**
 * Extracts facts from turns without a model: sentences in which speakers state lasting facts, in their own words. Small
 * tables decide, made from turns that people wrote and labelled. Each fact rests on one turn and has its kind as a tag
 * (`home`, `health`, `plan`, …). Assistants' turns, questions, requests, quotations, stories and what is true only
 * today give no facts; docs/lab/recall.md has its recall and precision for each language.
 * @example
 * await memory.scope('ada').consolidate({ extractor: ruleExtractor() });
 */
export function ruleExtractor(): Extractor & {
  extract(window: {
    turns: readonly ExtractionTurn[];
  }): Promise<{ facts: ExtractedFact[]; cost: 0 }>;
} {
  return {
    name: 'rules',
    knownLimit: 0,
    // What opened a game or a story may be some turns back.
    contextTurns: 20,
    async extract({ turns }) {
      // Loaded for the first turn, because a program that only asks does not need the tables.
      const language = await import('@mneme/language/extract');
      const { readTalk } = await import('@mneme/language/talk');
      const talk = readTalk(turns);
      const facts = turns.flatMap((turn, at) => factsOf(turn, talk[at]?.own ?? '', language));
      return { facts, cost: 0 };
    },
  };
}

function factsOf(
  { id, speaker, context }: ExtractionTurn,
  own: string,
  { extractedKinds, factsIn }: typeof Language,
): ExtractedFact[] {
  if (context || own === '') return [];
  const toAssistant = speaker === undefined || isUser(speaker);
  return factsIn(own, { toAssistant }).map(({ content: said, kind, isAsked }) => ({
    content: said,
    inOwnWords: true,
    ...extractedKinds[kind],
    ...(isAsked && { importance: 5 as const }),
    tags: [kind],
    evidence: [id],
  }));
}
