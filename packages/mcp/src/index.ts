export { type McpCaller, type McpRequestHandler, mcpHandler } from './http-handler.ts';
export { createMcpServer, type McpServerOptions, type McpTools } from './mcp-server.ts';
export { type ServeMcpOptions, serveMcp } from './serve-mcp.ts';
