import {
  type ConflictJudge,
  type ExtractionWindow,
  type Extractor,
  MnemeError,
  type Verdict,
} from '@mneme/engine/contract';
import { extractionQuestion, summaryQuestion } from './extraction-prompt.ts';
import { judgeQuestion } from './judge-prompt.ts';
import type { Llm, LlmAnswer } from './llm.ts';
import { readExtraction } from './read-extraction.ts';

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
