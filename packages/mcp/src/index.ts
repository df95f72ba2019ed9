export * from './http-handler.ts';
export * from './mcp-server.ts';
export * from './serve-mcp.ts';
