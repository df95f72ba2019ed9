import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { ConflictJudge, ExtractionWindow } from '@mneme/core';

export interface ChatRequest {
  path?: string;
  authorization?: string;
  body: {
    model: string;
    messages: { role: string; content: string }[];
    temperature?: number;
    response_format?: { type: string; json_schema: { name: string; schema: object } };
  };
}

/** An answer: a text, an object sent as JSON, a refusal, or no answer. */
export type ChatStep =
  | string
  | { answer: object }
  | { content: string; finish: string }
  | { status: number; message: string; retryAfter?: string }
  | 'never';

/** An endpoint like those of Ollama, vLLM and OpenAI, with answers from a test. */
export class ScriptedLlm {
  /** Every request, oldest first. */
  readonly requests: ChatRequest[] = [];
  readonly #server = createServer(async (request, response) => {
    const body = (await json(request)) as ChatRequest['body'];
    const asked = { path: request.url, authorization: request.headers.authorization, body };
    this.requests.push(asked);
    const step = this.#script(asked, this.requests.length - 1);
    if (step === 'never') return;
    response.setHeader('content-type', 'application/json');
    if (typeof step === 'object' && 'status' in step) {
      response.statusCode = step.status;
      if (step.retryAfter !== undefined) response.setHeader('retry-after', step.retryAfter);
      response.end(JSON.stringify({ error: { message: step.message } }));
      return;
    }
    const content =
      typeof step === 'string'
        ? step
        : 'answer' in step
          ? JSON.stringify(step.answer)
          : step.content;
    const finish = typeof step === 'object' && 'finish' in step ? step.finish : 'stop';
    response.end(
      JSON.stringify({
        object: 'chat.completion',
        model: body.model,
        choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finish }],
        usage: { prompt_tokens: 1200, completion_tokens: 30, total_tokens: 1230 },
      }),
    );
  });
  #script: (request: ChatRequest, index: number) => ChatStep;

  constructor(script: ((request: ChatRequest, index: number) => ChatStep) | readonly ChatStep[]) {
    this.#script =
      typeof script === 'function'
        ? script
        : (_, index) => script[Math.min(index, script.length - 1)] as ChatStep;
  }

  async start(): Promise<this> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** For `--llm`. */
  spec(model: string): string {
    return `http:${this.url}#${model}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** What an extractor is asked about, a fact that a model finds in it, and what a judge is asked about. */
export const window: ExtractionWindow = {
  turns: [
    {
      id: 'turn-a',
      content: 'Where shall we eat?',
      speaker: 'Ben',
      occurredAt: '2026-03-09T18:00:00.000Z',
      context: true,
    },
    {
      id: 'turn-b',
      content: 'Nowhere with nuts, I am allergic',
      speaker: 'Ada',
      occurredAt: '2026-03-09T18:01:00.000Z',
    },
  ],
  known: [
    {
      id: 'fact-a',
      content: 'Ada lives in Berlin',
      category: 'factual_knowledge',
      occurredAt: '2026-01-01T00:00:00.000Z',
    },
  ],
};
export const allergy = {
  content: 'Ada is allergic to nuts',
  category: 'factual_knowledge',
  importance: 5,
  tags: ['health'],
  occurred_at: '',
  evidence: [2],
};
export const pair = {
  stored: {
    content: 'Ada lives in Berlin',
    occurredAt: '2026-01-01T00:00:00.000Z',
    source: { speaker: 'Ada' },
  },
  incoming: 'Ada moved to Munich',
  occurredAt: '2026-03-09T18:00:00.000Z',
} as Parameters<ConflictJudge>[0];
