import {
  type ConflictJudge,
  type ExtractedFact,
  type Extraction,
  type ExtractionWindow,
  type Extractor,
  MnemeError,
  type Verdict,
} from '@mneme/contract';
import { extractionQuestion, summaryQuestion } from './extraction-prompt.ts';
import { judgeQuestion } from './judge-prompt.ts';
import type { Llm, LlmAnswer } from './llm.ts';

/** The roles of a language model in a memory: options of `createMemory`. */
export interface LlmRoles {
  extractor: Extractor;
  judge: ConflictJudge;
}

/** Windows in one call, for a model that takes many questions at once. */
const windowLimit = 1000;

/** An extractor and a judge that ask the model. */
export function rolesOf(llm: Llm): LlmRoles {
  const { askMany, costLimit } = llm;
  return {
    extractor: {
      name: llm.name,
      extract: async (window, options) =>
        readExtraction(await llm.ask(extractionQuestion(window), options), window),
      async summarise({ turns }, options) {
        const { answer, unusable } = await llm.ask(summaryQuestion(turns), options);
        if (unusable !== undefined) throw notUsable('summary', unusable);
        return { content: String(answer).trim() };
      },
      ...(askMany && {
        windowLimit,
        async extractMany(windows, options) {
          const answers = await askMany(windows.map(extractionQuestion), options);
          return answers.map((answer, index) =>
            answer instanceof Error
              ? answer
              : readExtraction(answer, windows[index] as ExtractionWindow),
          );
        },
      }),
      ...(costLimit && { costLimit: (window) => costLimit(extractionQuestion(window)) }),
    },
    judge: async (pair, options) => readVerdict(await llm.ask(judgeQuestion(pair), options)),
  };
}

/** The caller checks whether it is a verdict: any other answer decides nothing. */
function readVerdict({ answer, unusable }: LlmAnswer): Verdict {
  if (unusable !== undefined) throw notUsable('verdict', unusable);
  return (answer as { verdict?: Verdict } | null)?.verdict as Verdict;
}

function notUsable(what: string, why: string): MnemeError {
  return new MnemeError('unavailable', `the language model gave no ${what}: ${why}`);
}

/** Parses the model's answer. If it does not have the agreed form, all of it is unusable; its cost counts anyway. */
function readExtraction(
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
