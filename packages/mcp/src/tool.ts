import type { ToolAnswer, ToolDefinition, ToolSet } from '@mneme/agent';
import type { Telemetry } from '@mneme/core/faces';
import type {
  CallToolResult,
  McpServer,
  StandardSchemaWithJSON,
  ToolAnnotations,
} from '@modelcontextprotocol/server';

/** A tool, in the form that MCP clients get. */
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
    telemetry,
  }: { tools: readonly McpTool[]; handle: ToolSet['handle']; telemetry: Telemetry | undefined },
): void {
  const watched = telemetry && watchedCalls(telemetry);
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
      (given, { mcpReq: { signal, _meta } }) => {
        const call = async () => asResult(await handle(name, given ?? {}, { signal }));
        return watched === undefined ? call() : watched(name, _meta, call);
      },
    );
  }
}

/** Clients show a model either the text or the structured content, so both are the same. */
function asResult({ content: text, isError }: ToolAnswer): CallToolResult {
  const content: CallToolResult['content'] = [{ type: 'text', text }];
  return isError ? { content, isError } : { content, structuredContent: JSON.parse(text) };
}

/** Telemetry for the calls of one server's tools. It continues a client's trace (`traceparent` in `_meta`). */
function watchedCalls(memory: Telemetry) {
  const telemetry = memory.as('@mneme/mcp');
  const durations = telemetry.durations(
    'mcp.server.operation.duration',
    'How long a call of a tool took.',
  );
  return (
    name: string,
    meta: object | undefined,
    work: () => Promise<CallToolResult>,
  ): Promise<CallToolResult> => {
    const known = {
      'mcp.method.name': 'tools/call',
      'gen_ai.tool.name': name,
      'gen_ai.operation.name': 'execute_tool',
    };
    const failed = (isError = false) => (isError ? { 'error.type': 'tool_error' } : {});
    return telemetry.run(
      {
        name: `tools/call ${name}`,
        kind: 1,
        attributes: known,
        parent: telemetry.parentFrom(textsOf(meta)),
        measure: (seconds, end) =>
          durations?.record(seconds, {
            ...known,
            ...('result' in end ? failed(end.result.isError) : { 'error.type': end.errorType }),
          }),
      },
      async (span) => {
        const result = await work();
        if (result.isError) span?.setStatus({ code: 2 });
        span?.setAttributes(failed(result.isError));
        return result;
      },
    );
  };
}

function textsOf(meta: object = {}): Record<string, string> {
  const entries = Object.entries(meta);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
