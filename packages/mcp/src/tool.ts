import type { ToolDefinition, ToolSet } from '@mneme/agent';
import type {
  CallToolResult,
  McpServer,
  StandardSchemaWithJSON,
  ToolAnnotations,
} from '@modelcontextprotocol/server';
import type { WatchedCall } from './watched-call.ts';

/** A tool, as clients of MCP are told of it. */
export interface McpTool {
  definition: ToolDefinition;
  title: string;
  annotations: ToolAnnotations;
  /** Loaded at once by clients that load most tools later. */
  alwaysLoad?: boolean;
}

/** Adds tools whose calls a set of @mneme/agent answers. */
export function addTools(
  server: McpServer,
  {
    tools,
    handle,
    watched = (_name, _meta, work) => work(),
  }: { tools: readonly McpTool[]; handle: ToolSet['handle']; watched?: WatchedCall },
): void {
  for (const { definition, title, annotations, alwaysLoad } of tools) {
    const { name, description, input_schema: schema } = definition;
    // The schema is for the client; each tool checks its input itself, with its own messages.
    const inputSchema: StandardSchemaWithJSON = {
      '~standard': {
        version: 1,
        vendor: 'mneme',
        validate: (value) => ({ value }),
        jsonSchema: { input: () => ({ ...schema }), output: () => ({ ...schema }) },
      },
    };
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema,
        annotations: { openWorldHint: false, ...annotations },
        ...(alwaysLoad ? { _meta: { 'anthropic/alwaysLoad': true } } : {}),
      },
      (given, { mcpReq: { signal, _meta } }) =>
        watched(name, _meta, async () => asResult(await handle(name, given ?? {}, { signal }))),
    );
  }
}

/** Clients show a model either the text or the structured content, so both are the same. */
function asResult({ content: text, isError }: Awaited<ReturnType<ToolSet['handle']>>) {
  const content: CallToolResult['content'] = [{ type: 'text', text }];
  return isError ? { content, isError } : { content, structuredContent: JSON.parse(text) };
}
