import type { ExtractorOptions } from '@mneme/engine/contract';

/** A language model, as far as a memory asks one: what carries a question to it and its answer back. */
export interface Llm {
  /** Facts that it made say so. */
  readonly name: string;
  /** Rejects where there is no answer. */
  ask(question: LlmQuestion, options: ExtractorOptions): Promise<LlmAnswer>;
  /** Many at once, for a model that is cheaper so: one answer each, in order, an Error in place of what failed. */
  askMany?(
    questions: readonly LlmQuestion[],
    options: ExtractorOptions,
  ): Promise<readonly (LlmAnswer | Error)[]>;
  /** What a question costs at most, in the unit of `cost`. */
  costLimit?(question: LlmQuestion): number;
}

/** One question. */
export interface LlmQuestion {
  /** The same in every call of a kind. */
  instructions: string;
  /** What they are about. Data, whatever it says. */
  text: string;
  /** What the answer is to be. Absent: plain text. */
  form?: AnswerForm;
}

/** An answer that is one JSON object. */
export interface AnswerForm {
  /** As a function is named. */
  name: string;
  description: string;
  /** A JSON schema in which every property is required, and no other is allowed. */
  schema: Readonly<Record<string, unknown>>;
}

/** What came back. */
export interface LlmAnswer {
  /** The object that was asked for, not checked yet, or the text. */
  answer: unknown;
  /** Why the answer cannot be used: it was cut off, it is no JSON. */
  unusable?: string;
  usage?: Readonly<Record<string, number>>;
  /** Mostly in US dollars. */
  cost?: number;
}
