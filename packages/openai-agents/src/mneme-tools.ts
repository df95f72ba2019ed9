import { type AgentScope, type MemoryToolsOptions, memoryTools } from '@mneme/agent';
import { type Tool, tool } from '@openai/agents';

/**
 * memory_store, memory_retrieve, memory_delete and memory_forget over one scope, for one dialogue: recalled memories are not stored
 * again.
 * @example
 * const agent = new Agent({ name: 'Helper', tools: mnemeTools(memory.scope('ada')) });
 */
export function mnemeTools(scope: AgentScope, options?: MemoryToolsOptions): Tool[] {
  return memoryTools(scope, options).runnable.map(({ name, description, input_schema, run }) =>
    tool({
      name,
      description,
      // Fields are optional, which strict schemas do not support.
      strict: false,
      parameters: { ...input_schema, additionalProperties: true as const },
      execute: async (input, _context, details) => run(input, { signal: details?.signal }),
      errorFunction: (_context, error) =>
        `Error: ${error instanceof Error ? error.message : String(error)}`,
    }),
  );
}
