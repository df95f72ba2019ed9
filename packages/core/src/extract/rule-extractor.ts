import type { ExtractedFact, ExtractionTurn, Extractor } from '@mneme/engine/contract';
import { extractChinese, extractEnglish, extractedKinds } from '@mneme/language/extract';
import { isAssistant, isUser } from '@mneme/language/text';

const longest = 1500;
const han = /\p{Script=Han}/u;
const code = /```|^\s*(?:import|const|def|class|function|SELECT)\b|[{};]\s*$/m;

/**
 * Takes facts from turns by rules, without a model: what speakers say of themselves that lasts, in English and Chinese. Each
 * rests on one turn and has its kind as a tag (`home`, `health`, `plan`, …). Assistants' turns, questions, doubts, jokes and
 * what others say give nothing; docs/lab/recall.md has how much of what it takes is right.
 *
 * @example
 * await memory.consolidate({ scope: 'ada', extractor: ruleExtractor() });
 */
export function ruleExtractor(): Extractor & {
  extract(window: { turns: readonly ExtractionTurn[] }): { facts: ExtractedFact[]; cost: 0 };
} {
  return {
    name: 'rules',
    knownLimit: 0,
    extract: ({ turns }) => ({ facts: turns.flatMap(factsOf), cost: 0 }),
  };
}

function factsOf({ id, content, speaker, occurredAt, context }: ExtractionTurn): ExtractedFact[] {
  if (context || isAssistant(speaker) || content.length > longest || code.test(content)) return [];
  const said = content.replace(/[^\S\n]{2,}/g, ' ').replace(/\n{3,}/g, '\n\n');
  const chinese = han.test(content);
  const by = { name: nameOf(speaker, chinese), told: new Date(occurredAt) };
  const taken = new Map(
    (chinese ? extractChinese(said, by) : extractEnglish(said, by)).map((fact) => [
      fact.content,
      fact,
    ]),
  );
  return [...taken.values()].map(({ kind, content: fact }) => ({
    content: fact,
    ...extractedKinds[kind],
    tags: [kind],
    occurredAt,
    evidence: [id],
  }));
}

/** Who says `I`: by name, or the user. */
function nameOf(speaker: string | undefined, chinese: boolean): string {
  const name = speaker?.trim() ?? '';
  if (name !== '' && !isUser(name)) return name;
  return chinese ? '用户' : 'User';
}
