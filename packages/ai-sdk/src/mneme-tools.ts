import {
  type AgentScope,
  type FrameworkTool,
  frameworkTools,
  type MemoryToolsOptions,
} from '@mneme/agent';
import { jsonSchema, type Tool, tool } from 'ai';

/** The tools by name, as `generateText` and the agents of the AI SDK take them. */
export type MnemeTools = Record<FrameworkTool['name'], Tool<Record<string, unknown>, unknown>>;

/**
 * memory_store, memory_search and memory_forget over one scope. One set is one dialogue: what it recalled is not stored
 * again. Give it the `recall` log of the middleware, where there is one.
 *
 * @example
 * const agent = new ToolLoopAgent({ model, tools: mnemeTools(memory.scope('ada')) });
 */
export function mnemeTools(scope: AgentScope, options?: MemoryToolsOptions): MnemeTools {
  const tools = frameworkTools(scope, options).map(({ name, description, input_schema, run }) => [
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
