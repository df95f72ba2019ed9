import { MnemeError } from '@mneme/core';
import { callback, type FieldsOf, integer, parseOptions, parseText } from '@mneme/core/input';
import {
  type AnswerForm,
  type LlmAnswer,
  type LlmQuestion,
  type LlmRoles,
  rolesOf,
} from '@mneme/core/llm';
import { endpointOf, type JsonAnswer, postJson, withoutCredentials } from './post-json.ts';

/** The server, and how to use it. */
export interface HttpLlmOptions {
  /** The base of an OpenAI-compatible API, such as `http://127.0.0.1:11434/v1`; `/chat/completions` is added. */
  url: string;
  model: string;
  /** Sent as a bearer token; never part of a message. */
  apiKey?: string;
  /** Time limit of one answer in milliseconds; a slow request is not repeated. Default: 120,000. */
  timeoutMs?: number;
  /** Default: the global one. */
  fetch?: typeof fetch;
}

const optionFields = {
  url: endpointOf('chat/completions'),
  model: parseText,
  apiKey: parseText,
  timeoutMs: integer({ min: 1, max: 2_147_483_647 }),
  fetch: callback<typeof fetch>(),
} satisfies FieldsOf<HttpLlmOptions>;

/**
 * An extractor and a judge over the OpenAI API, which Ollama, vLLM, LM Studio and most clouds support. Answers use
 * a JSON schema if the server supports it; their form is always checked.
 * @example
 * const ollama = httpLlm({ url: 'http://127.0.0.1:11434/v1', model: 'qwen3:8b' });
 * const memory = await createMemory({ backend, embedder, ...ollama });
 */
export function httpLlm(options: HttpLlmOptions): LlmRoles {
  const given = parseOptions(options, optionFields, ['url', 'model']);
  const { url: endpoint, model, timeoutMs = 120_000, ...how } = given;
  /** Parameters that this server has refused. */
  let refused: ReadonlySet<string> = new Set();

  const post = (body: object, signal: AbortSignal | undefined) =>
    postJson(endpoint, { ...how, body, timeoutMs, retryTimeouts: false, maxBytes, signal });

  /** Tries again without the optional parameters that the server refuses. */
  async function complete(question: LlmQuestion, signal?: AbortSignal): Promise<JsonAnswer> {
    const messages = messagesOf(question);
    let without = refused;
    for (;;) {
      const optional = Object.entries(optionalParameters(question.form));
      const taken = optional.filter(([name]) => !without.has(name));
      const answer = await post({ model, messages, ...Object.fromEntries(taken) }, signal);
      if ('body' in answer) refused = without;
      const isRefusal = 'status' in answer && [400, 422].includes(answer.status ?? 0);
      if (!isRefusal || taken.length === 0) return answer;
      const named = taken.filter(([name]) => answer.failure.includes(name));
      without = new Set([...without, ...(named.length > 0 ? named : taken).map(([name]) => name)]);
    }
  }

  return rolesOf({
    name: `http:${model}`,
    async ask(question, { signal }) {
      const answer = await complete(question, signal);
      if ('body' in answer) return readCompletion(answer.body, question.form);
      throw new MnemeError(
        'unavailable',
        `asking ${model} at ${withoutCredentials(endpoint)} failed: ${answer.failure}: check that the server runs, the model's name and the key`,
      );
    },
  });
}

function messagesOf({ instructions, text, form }: LlmQuestion): object[] {
  // For servers that ignore the schema, it is also in the instructions.
  const how =
    form === undefined
      ? ''
      : `\n\nAnswer with one JSON object and nothing else. Its JSON schema: ${JSON.stringify(form.schema)}`;
  return [
    { role: 'system', content: instructions + how },
    { role: 'user', content: text },
  ];
}

/** More than any model writes in one answer, its thoughts included. */
const maxBytes = 8 * 1024 * 1024;

/** Not every server, nor every OpenAI model, accepts these. */
function optionalParameters(form: AnswerForm | undefined): Record<string, unknown> {
  const temperature = 0;
  if (form === undefined) return { temperature };
  const { name, schema } = form;
  const jsonSchema = { name, schema, strict: true };
  return { temperature, response_format: { type: 'json_schema', json_schema: jsonSchema } };
}

interface Completion {
  choices?: { finish_reason?: unknown; message?: { content?: unknown } }[];
  usage?: { prompt_tokens?: unknown; completion_tokens?: unknown };
}

function readCompletion(body: unknown, form: AnswerForm | undefined): LlmAnswer {
  const { choices, usage } = (body ?? {}) as Completion;
  const counts = [usage?.prompt_tokens, usage?.completion_tokens];
  const [inputTokens, outputTokens] = counts.map((count) => Number(count) || 0) as [number, number];
  const spent = { usage: { inputTokens, outputTokens } };
  const unusable = (why: string) => ({ answer: undefined, ...spent, unusable: why });
  const [choice] = Array.isArray(choices) ? choices : [];
  const content = choice?.message?.content;
  if (choice?.finish_reason === 'length') return unusable('the answer was cut off');
  if (typeof content !== 'string' || content.trim() === '')
    return unusable(`the answer has no text (${String(choice?.finish_reason)})`);
  // Reasoning models begin their answers with their thoughts.
  const text = content.replace(/^\s*<think>.*?<\/think>/s, '').trim();
  if (form === undefined) return { answer: text, ...spent };
  try {
    return { answer: JSON.parse(withoutFence(text)), ...spent };
  } catch {
    return unusable('the answer is not JSON');
  }
}

/** Models often put the answer into a Markdown fence. Text beside the fence is not part of the answer. */
function withoutFence(text: string): string {
  return /^```(?:json)?\s*\n(.*)\n\s*```$/s.exec(text)?.[1] ?? text;
}
