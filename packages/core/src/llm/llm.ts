import type { ExtractorOptions } from '@mneme/contract';

/** A language model as a memory uses it: sends a question and returns the answer. */
export interface Llm {
  /** Stored in the facts that it makes. */
  readonly name: string;
  /** Rejects if there is no answer. */
  ask(question: LlmQuestion, options: ExtractorOptions): Promise<LlmAnswer>;
  /** Many at once, if that is cheaper for the model: one answer each, in order, and an Error for each failure. */
  askMany?(
    questions: readonly LlmQuestion[],
    options: ExtractorOptions,
  ): Promise<readonly (LlmAnswer | Error)[]>;
  /** The highest cost of a question, in the unit of `cost`. */
  costLimit?(question: LlmQuestion): number;
}

/** One question. */
export interface LlmQuestion {
  /** The same in every call of a kind. */
  instructions: string;
  /** The data of the question. Never instructions, whatever it says. */
  text: string;
  /** The form of the answer. Absent: plain text. */
  form?: AnswerForm;
}

/** An answer that is one JSON object. */
export interface AnswerForm {
  /** Name in the style of a function. */
  name: string;
  description: string;
  /** A JSON schema in which every property is required, and no other is allowed. */
  schema: Readonly<Record<string, unknown>>;
}

/** The answer. */
export interface LlmAnswer {
  /** The requested object, not checked yet, or the text. */
  answer: unknown;
  /** Why the answer cannot be used: it was cut off, or is not JSON. */
  unusable?: string;
  usage?: Readonly<Record<string, number>>;
  /** Usually in US dollars. */
  cost?: number;
}
