import { defineCommand } from '../command.ts';
import { memoryOptions } from '../options.ts';

/** Which tools a client sees. */
export const mcpToolsOption = {
  value: 'WHICH',
  help: 'what MCP clients see: records, documents or all (default: all)',
  oneOf: ['records', 'documents', 'all'],
} as const;

export const mcp = defineCommand({
  details:
    'For the configuration of Claude Code, Claude Desktop, Cursor, VS Code, Zed and others: the client starts and ends this command. It can only access the scope of --scope. Several may use one store at once.',
  fillsStore: true,
  options: {
    tools: mcpToolsOption,
    'read-only': { help: 'without the tools that write' },
  },
  uses: [...memoryOptions, 'documents', 'embedder', 'llm', 'secrets'],
  async run({ values, output, signal, open }) {
    const { serveMcp } = await import('@mneme/mcp');
    const { scope } = await open();
    await serveMcp({
      scope,
      access: values.readOnly ? 'read_only' : 'read_write',
      signal,
      onError: (error) => output.note(`mneme: ${error.message}`),
      tools: values.tools,
    });
  },
});
