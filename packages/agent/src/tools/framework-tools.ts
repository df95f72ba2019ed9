import type { AgentScope } from '../agent-scope.ts';
import { type MemoryToolsOptions, memoryTools, type RunnableMemoryTool } from './memory-tools.ts';
import type { MemoryToolName } from './tool-definitions.ts';

const names = {
  memory_store: 'memory_store',
  memory_retrieve: 'memory_search',
  memory_delete: 'memory_forget',
} as const satisfies Record<MemoryToolName, string>;

/** A memory tool by the name that it has in other frameworks: memory_store, memory_search or memory_forget. */
export interface FrameworkTool extends Omit<RunnableMemoryTool, 'name' | 'type' | 'parse'> {
  /** What the model calls it by. */
  name: (typeof names)[MemoryToolName];
}

/** The memory tools for adapters of frameworks. `run` throws what the model is to read of a failure. */
export function frameworkTools(scope: AgentScope, options?: MemoryToolsOptions): FrameworkTool[] {
  return memoryTools(scope, options).runnable.map(({ name, description, input_schema, run }) => ({
    name: names[name],
    description: description.replace(
      /memory_(?:store|retrieve|delete)/g,
      (named) => names[named as MemoryToolName],
    ),
    input_schema: JSON.parse(
      JSON.stringify(input_schema).replaceAll('memory_retrieve', names.memory_retrieve),
    ),
    run,
  }));
}
