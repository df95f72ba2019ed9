import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type AppliedEdit,
  applyContextEdits,
  type ContentBlockParam,
  type ContextEdit,
  estimateTextTokens,
  estimateTokens,
  type MessageParam,
  validateContextEdits,
} from '../../src/index.ts';
import { blocksOf } from '../../src/messages.ts';
import { faults } from './history.ts';
import { createPromptCache } from './prompt-cache.ts';
import { type ScriptedBatches, scriptedBatches } from './scripted-batches.ts';

/** A request. `seen` is what a model would see: after context edits, and only what follows a compaction block. */
export interface ScriptedRequest {
  index: number;
  path: string;
  headers: IncomingMessage['headers'];
  body: RequestBody;
  seen: readonly MessageParam[];
  /** Input tokens of `seen`, system and tools. */
  inputTokens: number;
}

export interface RequestBody {
  model: string;
  max_tokens: number;
  stream?: boolean;
  system?: string | { type: 'text'; text: string; cache_control?: object }[];
  tools?: { name: string; input_schema?: object; cache_control?: object }[];
  messages: MessageParam[];
  context_management?: { edits: ContextEdit[] };
  compaction?: { type: 'summarize'; instructions?: string };
  tool_choice?: { type: string };
  [key: string]: unknown;
}

export interface ScriptedAnswer {
  content: ContentBlockParam[];
  /** Default: `tool_use` if the content calls a tool, else `end_turn`. */
  stopReason?: string;
  usage?: Record<string, number>;
  /** Close the connection after this many stream events (JSON: before the body). */
  cutAfter?: number;
  /** Wait before each stream event (JSON: before the answer). */
  delayMs?: number;
}

export interface ScriptedFailure {
  status: number;
  type: string;
  message: string;
  headers?: Record<string, string>;
}

export type Step = ScriptedAnswer | ScriptedFailure;

/** Answers in order, or a function that chooses the answer to each request. */
export type Script = Step[] | ((request: ScriptedRequest) => Step | Promise<Step>);

export interface ScriptedServer {
  baseURL: string;
  /** Every request to /v1/messages so far, failed ones too. */
  requests: ScriptedRequest[];
  /** Requests to /v1/messages/count_tokens. */
  counts: ScriptedRequest[];
  batches: ScriptedBatches;
  close(): Promise<void>;
}

export const say = (text: string, more: Partial<ScriptedAnswer> = {}): ScriptedAnswer => ({
  content: [{ type: 'text', text }],
  ...more,
});

export const call = (
  calls: { name: string; input: object; id?: string }[],
  more: Partial<ScriptedAnswer> & { thinking?: string; text?: string } = {},
): ScriptedAnswer => ({
  content: [
    ...(more.thinking
      ? [{ type: 'thinking' as const, thinking: more.thinking, signature: 'sig' }]
      : []),
    ...(more.text ? [{ type: 'text' as const, text: more.text }] : []),
    ...calls.map(({ name, input, id }) => ({
      type: 'tool_use' as const,
      id: id ?? `toolu_${(callNumber++).toString(36).padStart(6, '0')}`,
      name,
      input,
    })),
  ],
  stopReason: more.stopReason,
  cutAfter: more.cutAfter,
  delayMs: more.delayMs,
});
let callNumber = 0;

export const rateLimited = (retryAfterSeconds = 0): ScriptedFailure => ({
  status: 429,
  type: 'rate_limit_error',
  message: 'slow down',
  headers: { 'retry-after': `${retryAfterSeconds}` },
});

export const overloaded = (): ScriptedFailure => ({
  status: 529,
  type: 'overloaded_error',
  message: 'Overloaded',
  headers: { 'retry-after-ms': '1' },
});

/**
 * A Messages API on loopback whose model answers from a script. Everything else works as in the API: histories are
 * checked (400), context edits are applied and reported, tokens are counted, prompt cache reads and writes are
 * reported, and answers are sent as JSON or as server-sent events.
 */
export async function startScriptedServer(
  script: Script,
  { summary = 'The server summarised.' }: { summary?: string } = {},
): Promise<ScriptedServer> {
  const steps = Array.isArray(script) ? [...script] : undefined;
  const decide = Array.isArray(script)
    ? () => steps!.shift() ?? failure(500, 'the script has no step left')
    : script;
  const requests: ScriptedRequest[] = [];
  const counts: ScriptedRequest[] = [];
  const cache = createPromptCache();

  /** One request of a batch: no edits, no compaction. Its prompt cache is that of the others. */
  const answerOf = async (body: RequestBody, { headers }: IncomingMessage) => {
    const { messages: seen } = body;
    const count = counterFor(body);
    const recorded = {
      ...{ index: requests.length, path: '/v1/messages/batches', headers, body, seen },
      inputTokens: count(seen),
    };
    requests.push(recorded);
    const step = await decide(recorded);
    if ('status' in step) return step;
    return answer(recorded, { step, cacheUse: cache.account(body, count) });
  };
  const batches = scriptedBatches(answerOf);

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const text = await textOf(request);
    if (path.startsWith('/v1/messages/batches'))
      return sendJson(response, await batches.handle(request, text));
    const body = JSON.parse(text) as RequestBody;
    const counting = path === '/v1/messages/count_tokens';
    if (!counting && path !== '/v1/messages') {
      return sendFailure(response, { status: 404, type: 'not_found_error', message: path });
    }
    const problem = problemWith(body, request.headers) ?? summarizeProblem(body, request.headers);
    const count = counterFor(body);
    const sent = behindCompaction(body.messages);
    const edits = (body.context_management?.edits ?? []).filter(
      (edit) => edit.type !== 'compact_20260112',
    );
    const edited = problem
      ? { messages: sent, appliedEdits: [] }
      : applyContextEdits(sent, edits, count);
    const recorded: ScriptedRequest = {
      index: counting ? counts.length : requests.length,
      path,
      headers: request.headers,
      body,
      seen: edited.messages,
      inputTokens: count(edited.messages),
    };
    (counting ? counts : requests).push(recorded);
    if (problem) return sendFailure(response, failure(400, problem));
    if (counting) {
      return sendJson(response, {
        input_tokens: recorded.inputTokens,
        context_management: body.context_management ? { original_input_tokens: count(sent) } : null,
      });
    }

    const compaction = (body.context_management?.edits ?? []).find(
      (edit) => edit.type === 'compact_20260112',
    );
    const compacts =
      compaction !== undefined &&
      recorded.inputTokens > (compaction.trigger?.value ?? 150_000) &&
      sent.length > 2;
    const pause = compacts && compaction.pause_after_compaction === true;
    if (body.compaction) {
      const block = {
        type: 'compaction' as const,
        content: summary,
        signature: `signed ${summary}`,
      };
      const step = { content: [block], stopReason: 'compaction' };
      return sendJson(response, answer(recorded, { step, cacheUse: cache.account(body, count) }));
    }
    const step: Step = pause ? { content: [], stopReason: 'compaction' } : await decide(recorded);
    if ('status' in step) return sendFailure(response, step);
    const content: ContentBlockParam[] = compacts
      ? [{ type: 'compaction', content: summary, encrypted_content: null }, ...step.content]
      : step.content;
    const message = answer(recorded, {
      step: { ...step, content },
      appliedEdits: body.context_management ? edited.appliedEdits : undefined,
      cacheUse: cache.account(body, count),
    });
    if (body.stream) return sendEvents(response, message, step);
    await delay(step.delayMs ?? 0);
    if (step.cutAfter !== undefined) return void response.destroy();
    sendJson(response, message);
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else sendFailure(response, failure(500, String(error)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseURL: `http://127.0.0.1:${port}`,
    requests,
    counts,
    batches: batches.state,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

/** Counts messages together with the request's system and tools. */
function counterFor({ system = '', tools = [] }: RequestBody) {
  const overhead = estimateTextTokens(JSON.stringify([system, tools]));
  return (messages: readonly MessageParam[]) => overhead + estimateTokens(messages);
}

function failure(status: number, message: string): ScriptedFailure {
  return { status, type: status === 400 ? 'invalid_request_error' : 'api_error', message };
}

/** Faults for which the API returns 400. */
function problemWith(body: RequestBody, headers: IncomingMessage['headers']): string | undefined {
  if (!Array.isArray(body.messages) || body.messages.length === 0) return 'messages: at least one';
  const messages = behindCompaction(body.messages);
  // A history may begin with the assistant message that holds a compaction block.
  const offset = messages[0]?.role === 'assistant' ? 1 : 0;
  const [fault] = faults(messages.slice(offset));
  if (fault) return fault;
  const breakpoints = JSON.stringify(body).split('"cache_control":{').length - 1;
  if (breakpoints > 4)
    return `a maximum of 4 blocks with cache_control may be provided, found ${breakpoints}`;
  for (const block of body.messages.flatMap((m) => [...blocksOf(m)])) {
    if (block.type === 'text' && block.text.trim() === '')
      return 'text content blocks must be non-empty';
  }
  if (!body.context_management) return undefined;
  const betas = `${headers['anthropic-beta'] ?? ''}`;
  const { edits } = body.context_management;
  if (!betas.includes('context-management-2025-06-27')) return 'context_management: extra inputs';
  if (edits.some((e) => e.type === 'compact_20260112') && !betas.includes('compact-2026-01-12')) {
    return 'compact_20260112 needs its beta header';
  }
  try {
    validateContextEdits(edits);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Faults of `compaction: { type: 'summarize' }`, and of the signed blocks that it made. */
function summarizeProblem(
  body: RequestBody,
  headers: IncomingMessage['headers'],
): string | undefined {
  const betas = `${headers['anthropic-beta'] ?? ''}`;
  const blocks = body.messages.flatMap((message) => [...blocksOf(message)]);
  const signed = blocks.filter(
    (block) => block.type === 'compaction' && block.content !== null && block.signature,
  );
  if (signed.length > 1) return 'several compaction blocks: ambiguous';
  if (signed.length === 1 && signed[0] !== blocks[0]) return 'the compaction block is misplaced';
  if (!body.compaction) return undefined;
  if (!betas.includes('compact-2026-09-04')) return 'compaction: extra inputs are not permitted';
  if (body.context_management) return 'compaction cannot be combined with context_management';
  if (blocks.length === 0) return 'nothing to summarize';
  return undefined;
}

/** The server drops everything before the newest compaction block. */
function behindCompaction(messages: readonly MessageParam[]): readonly MessageParam[] {
  const at = messages.findLastIndex((m) => blocksOf(m).some((b) => b.type === 'compaction'));
  if (at < 0) return messages;
  const blocks = blocksOf(messages[at]!);
  const from = blocks.findLastIndex((block) => block.type === 'compaction');
  return [
    { ...messages[at]!, content: blocks.slice(from) } as MessageParam,
    ...messages.slice(at + 1),
  ];
}

function answer(
  request: ScriptedRequest,
  {
    step,
    appliedEdits,
    cacheUse,
  }: {
    step: ScriptedAnswer;
    appliedEdits?: AppliedEdit[] | undefined;
    cacheUse: { read: number; created: number };
  },
) {
  const output = estimateTokens([{ role: 'assistant', content: step.content }]);
  const calls = step.content.some((block) => block.type === 'tool_use');
  return {
    id: `msg_${request.index}`,
    type: 'message',
    role: 'assistant',
    model: request.body.model,
    content: step.content,
    stop_reason: step.stopReason ?? (calls ? 'tool_use' : 'end_turn'),
    stop_sequence: null,
    ...(appliedEdits ? { context_management: { applied_edits: appliedEdits } } : {}),
    usage: {
      input_tokens: Math.max(0, request.inputTokens - cacheUse.read - cacheUse.created),
      cache_read_input_tokens: cacheUse.read,
      cache_creation_input_tokens: cacheUse.created,
      output_tokens: output,
      ...step.usage,
    },
  };
}

type Answer = ReturnType<typeof answer>;

/** A text is lines of JSON. */
function sendJson(
  response: ServerResponse,
  body: object | string,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): void {
  const [type, text] =
    typeof body === 'string' ? ['x-jsonl', body] : ['json', JSON.stringify(body)];
  response.writeHead(status, { 'content-type': `application/${type}`, ...headers });
  response.end(text);
}

function sendFailure(response: ServerResponse, { type, message, ...rest }: ScriptedFailure): void {
  sendJson(response, { type: 'error', error: { type, message } }, rest);
}

async function sendEvents(
  response: ServerResponse,
  message: Answer,
  step: ScriptedAnswer,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  let sent = 0;
  for (const event of eventsOf(message)) {
    if (step.cutAfter !== undefined && sent >= step.cutAfter) return void response.destroy();
    if (step.delayMs) await delay(step.delayMs);
    if (response.destroyed) return;
    await writeOut(response, `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    sent++;
  }
  response.end();
}

/** Resolves when the text was sent, so that a cut comes after it. */
function writeOut(response: ServerResponse, text: string): Promise<void> {
  return new Promise((resolve) => response.write(text, () => resolve()));
}

function* eventsOf(message: Answer): Generator<{ type: string; [key: string]: unknown }> {
  const { context_management, stop_reason, stop_sequence, usage, content, ...rest } = message;
  yield {
    type: 'message_start',
    message: {
      ...rest,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...usage, output_tokens: 1 },
    },
  };
  yield { type: 'ping' };
  for (const [index, block] of content.entries()) {
    const { start, deltas } = blockEvents(block);
    yield { type: 'content_block_start', index, content_block: start };
    for (const delta of deltas) yield { type: 'content_block_delta', index, delta };
    yield { type: 'content_block_stop', index };
  }
  yield {
    type: 'message_delta',
    delta: { stop_reason, stop_sequence },
    usage,
    ...(context_management ? { context_management } : {}),
  };
  yield { type: 'message_stop' };
}

function blockEvents(block: ContentBlockParam): { start: object; deltas: object[] } {
  switch (block.type) {
    case 'text':
      return {
        start: { ...block, text: '' },
        deltas: pieces(block.text).map((text) => ({ type: 'text_delta', text })),
      };
    case 'thinking':
      return {
        start: { type: 'thinking', thinking: '', signature: '' },
        deltas: [
          ...pieces(block.thinking).map((thinking) => ({ type: 'thinking_delta', thinking })),
          { type: 'signature_delta', signature: block.signature },
        ],
      };
    case 'tool_use':
      return {
        start: { ...block, input: {} },
        deltas: pieces(JSON.stringify(block.input)).map((partial_json) => ({
          type: 'input_json_delta',
          partial_json,
        })),
      };
    case 'compaction':
      return {
        start: { type: 'compaction', content: null, encrypted_content: null },
        deltas: [{ type: 'compaction_delta', content: block.content, encrypted_content: null }],
      };
    default:
      return { start: block, deltas: [] };
  }
}

/** In several deltas, so that a client must join them. */
function pieces(text: string): string[] {
  const size = Math.max(1, Math.ceil(text.length / 3));
  const parts: string[] = [];
  for (let at = 0; at < text.length; at += size) parts.push(text.slice(at, at + size));
  return parts;
}
