import type { MemoryScope } from '@mneme/core';
import { isList } from '@mneme/core/input';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { createMcpServer, type McpTools } from './mcp-server.ts';

/** The caller of a request; the server has checked the key before. */
export interface McpCaller {
  scope: MemoryScope;
  access: 'read_only' | 'read_write';
  /** Actor in the audit. */
  actor: string;
  /** The body of the request as JSON, if it was read. Absent: it is read here. */
  body?: unknown;
}

/** Answers requests of the Streamable HTTP transport. */
export type McpRequestHandler = (request: Request, caller: McpCaller) => Promise<Response>;

/**
 * MCP over HTTP, for `createApp({ mcp })` and `listen({ mcp })` of @mneme/server. Both versions of the protocol,
 * without sessions: each request is independent, and can only access its caller's scope.
 */
export function mcpHandler({ tools }: { tools?: McpTools } = {}): McpRequestHandler {
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const caller = authInfo?.extra?.caller as Omit<McpCaller, 'body'>;
      return createMcpServer({ ...caller, ...(tools === undefined ? {} : { tools }) });
    },
    // A stream that waits for changes would occupy one of its key's places for good, and nothing is announced on it.
    { maxSubscriptions: 0 },
  );
  return async (request, { body, ...caller }) => {
    const accepted = acceptedBy(request);
    const headers = new Headers(request.headers);
    // The library asks for both forms, and answers in one that it chooses.
    if (accepted.json || accepted.events) headers.set('accept', `${json}, ${events}`);
    const { url, method, signal } = request;
    const asked =
      body === undefined
        ? new Request(request, { headers })
        : new Request(url, { method, headers, signal });
    const response = await handler.fetch(asked, {
      authInfo: { token: '', clientId: caller.actor, scopes: [], extra: { caller } },
      ...(body === undefined ? {} : { parsedBody: body }),
    });
    return accepted.events || method !== 'POST' ? response : asJson(response, isList(body));
  };
}

const json = 'application/json';
const events = 'text/event-stream';

/** The forms of an answer that the client can read. A client that says nothing, or `*\/*`, gets JSON. */
function acceptedBy({ headers }: Request): { json: boolean; events: boolean } {
  const types = (headers.get('accept') || '*/*')
    .split(',')
    .map((each) => each.split(';')[0]?.trim());
  const some = (...known: string[]) => types.some((type) => known.includes(type ?? ''));
  return { json: some(json, 'application/*', '*/*'), events: some(events, 'text/*') };
}

/** The answers in a stream of events as one body. */
async function asJson(response: Response, isBatch: boolean): Promise<Response> {
  if (response.headers.get('content-type')?.startsWith(events) !== true) return response;
  const headers = new Headers(response.headers);
  headers.set('content-type', json);
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data:'));
  const messages = lines
    .map((line) => line.slice('data:'.length).trim())
    .filter((text) => text !== '')
    .map((text) => JSON.parse(text) as object);
  // Notices of progress are for those who read the stream.
  const answers = messages.filter((message) => 'result' in message || 'error' in message);
  return Response.json(isBatch ? answers : answers[0], { status: response.status, headers });
}
