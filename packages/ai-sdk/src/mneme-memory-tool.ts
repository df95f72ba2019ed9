import { type FileMemoryToolOptions, type FileTree, fileMemoryTool } from '@mneme/agent';
import type { DocumentStore } from '@mneme/core/documents';
import { jsonSchema, type Tool } from 'ai';

/** Claude's input; the provider knows the schema, and the handlers check each field. */
interface Command {
  command: string;
  [field: string]: unknown;
}

/**
 * Claude's own memory tool, `memory_20250818`, over a document store or a folder: `directory('./memories')`.
 * For models of `@ai-sdk/anthropic`; must be called `memory`.
 * @example
 * await generateText({ model: anthropic('claude-sonnet-5-5'), tools: { memory: mnemeMemoryTool(notes) }, prompt });
 */
export function mnemeMemoryTool(
  files: DocumentStore | FileTree,
  options?: FileMemoryToolOptions,
): Tool<Command, string> {
  const handlers = fileMemoryTool(files, options);
  const commands = Object.keys(handlers);
  return {
    type: 'provider',
    isProviderExecuted: false,
    id: 'anthropic.memory_20250818',
    args: {},
    inputSchema: jsonSchema<Command>({
      type: 'object',
      properties: { command: { type: 'string', enum: commands } },
      required: ['command'],
    }),
    execute: async (input) => {
      if (!Object.hasOwn(handlers, input.command))
        throw new Error(`there is no command ${input.command}: use ${commands.join(', ')}`);
      return handlers[input.command as keyof typeof handlers](input as never);
    },
  };
}
