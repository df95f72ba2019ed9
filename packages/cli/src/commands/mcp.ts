import { parseChoice } from '@mneme/core/input';
import type { McpTools } from '@mneme/mcp';
import { defineCommand } from '../command.ts';
import { scopeOptions, storeOptions } from '../options.ts';

const mcpTools = ['records', 'documents', 'all'] as const;

/** Which tools a client sees. */
export const mcpToolsOption = {
  value: 'WHICH',
  help: 'what MCP clients see: records, documents or all (default: all)',
  choices: mcpTools,
} as const;

export function mcpToolsValue(text: string | undefined): McpTools | undefined {
  return text === undefined ? undefined : parseChoice(text, 'tools', mcpTools);
}

export const mcpCommand = defineCommand({
  details:
    'For the configuration of Claude Code, Claude Desktop, Cursor, VS Code, Zed and others: the client starts and ends this command. It can only access the scope of --scope. Several may use one store at once.',
  fillsStore: true,
  options: {
    tools: mcpToolsOption,
    'read-only': { help: 'without the tools that write' },
  },
  uses: [...scopeOptions, ...storeOptions, 'documents', 'embedder', 'llm', 'secrets'],
  async run({ values, output, signal, scopeName, open }) {
    const tools = mcpToolsValue(values.tools);
    const { serveMcp } = await import('@mneme/mcp');
    const { memory } = await open();
    await serveMcp({
      scope: memory.scope(scopeName),
      access: values['read-only'] ? 'read_only' : 'read_write',
      signal,
      onError: (error) => output.note(`mneme: ${error.message}`),
      ...(tools === undefined ? {} : { tools }),
    });
  },
});
