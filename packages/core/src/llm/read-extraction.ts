import type { ExtractedFact, Extraction, ExtractionWindow } from '@mneme/engine/contract';
import type { LlmAnswer } from './llm.ts';

/** Parses the model's answer. If it does not have the agreed form, all of it is unusable; its cost counts anyway. */
export function readExtraction(
  { answer, unusable, ...spent }: LlmAnswer,
  window: ExtractionWindow,
): Extraction {
  if (unusable !== undefined) return { facts: [], ...spent, unusable };
  const { facts } = (answer ?? {}) as { facts?: unknown };
  if (!Array.isArray(facts)) return { facts: [], ...spent, unusable: 'it has no list of facts' };
  return { facts: facts.map((fact) => readFact(fact, window)), ...spent };
}

/** As the model gave it, with ids and times translated; the facts are checked before they are stored. */
function readFact(fact: unknown, { turns }: ExtractionWindow): ExtractedFact {
  if (typeof fact !== 'object' || fact === null) return fact as ExtractedFact;
  const { occurred_at: occurredAt, evidence, ...rest } = fact as Record<string, unknown>;
  return {
    ...rest,
    ...(occurredAt === undefined || occurredAt === '' ? {} : { occurredAt }),
    evidence: Array.isArray(evidence)
      ? evidence.map((number: unknown) => turns[Number(number) - 1]?.id ?? `turn ${String(number)}`)
      : evidence,
  } as unknown as ExtractedFact;
}
