import type { MemoryScope } from '@mneme/core';
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
  return (request, { body, ...caller }) =>
    handler.fetch(request, {
      authInfo: { token: '', clientId: caller.actor, scopes: [], extra: { caller } },
      ...(body === undefined ? {} : { parsedBody: body }),
    });
}
