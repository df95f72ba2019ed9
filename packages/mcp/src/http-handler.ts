import type { MemoryScope } from '@mneme/core';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { createMcpServer, type McpTools } from './mcp-server.ts';

/** Whose request it is: the server has looked at the key before. */
export interface McpCaller {
  scope: MemoryScope;
  access: 'read_only' | 'read_write';
  /** Who writes, in the audit. */
  actor: string;
  /** What was read of the request, in its JSON form. Absent: it is read here. */
  body?: unknown;
}

/** Answers requests of the Streamable HTTP transport. */
export type McpRequestHandler = (request: Request, caller: McpCaller) => Promise<Response>;

/**
 * MCP over HTTP, for `createApp({ mcp })` and `listen({ mcp })` of @mneme/server. Both eras of the protocol, without
 * sessions: each request is answered by itself, and reaches only its caller's scope.
 */
export function mcpHandler({ tools }: { tools?: McpTools } = {}): McpRequestHandler {
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const caller = authInfo?.extra?.caller as Omit<McpCaller, 'body'>;
      return createMcpServer({ ...caller, ...(tools === undefined ? {} : { tools }) });
    },
    // A stream that waits for changes would hold a place of its key for good, and nothing is announced on it.
    { maxSubscriptions: 0 },
  );
  return (request, { body, ...caller }) =>
    handler.fetch(request, {
      authInfo: { token: '', clientId: caller.actor, scopes: [], extra: { caller } },
      ...(body === undefined ? {} : { parsedBody: body }),
    });
}
