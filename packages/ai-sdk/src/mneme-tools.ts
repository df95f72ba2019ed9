import {
  type AgentScope,
  type MemoryToolName,
  type MemoryToolsOptions,
  memoryTools,
} from '@mneme/agent';
import { jsonSchema, type Tool, tool } from 'ai';

/** The tools by name, as `generateText` and the agents of the AI SDK take them. */
export type MnemeTools = Record<MemoryToolName, Tool<Record<string, unknown>, unknown>>;

/**
 * memory_store, memory_retrieve, memory_delete and memory_forget over one scope. One set is for one dialogue: recalled memories are
 * not stored again. Pass the `recall` log of the middleware, if there is one.
 * @example
 * const agent = new ToolLoopAgent({ model, tools: mnemeTools(memory.scope('ada')) });
 */
export function mnemeTools(scope: AgentScope, options?: MemoryToolsOptions): MnemeTools {
  const { runnable } = memoryTools(scope, options);
  const tools = runnable.map(({ name, description, input_schema, run }) => [
    name,
    tool({
      description,
      inputSchema: jsonSchema<Record<string, unknown>>(input_schema),
      execute: async (input, { abortSignal }): Promise<unknown> =>
        JSON.parse(await run(input, { signal: abortSignal })),
    }),
  ]);
  return Object.fromEntries(tools) as MnemeTools;
}
