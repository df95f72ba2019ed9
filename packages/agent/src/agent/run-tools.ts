import { abortedError, orAborted } from '@mneme/core/contract';
import { isList } from '@mneme/core/input';
import type { Message, ToolResultBlockParam } from '../messages.ts';
import type { AgentContext } from './agent-context.ts';

type ToolUse = Extract<Message['content'][number], { type: 'tool_use' }>;

/**
 * Runs the calls of one answer in parallel; results are in the order of the calls. A tool that fails or does not exist
 * gives an error result. When the signal fires, running calls get an error result and are not awaited, so that the
 * history stays valid.
 */
export function runTools(
  agent: AgentContext,
  uses: readonly ToolUse[],
): Promise<ToolResultBlockParam[]> {
  const { emit } = agent;
  return Promise.all(
    uses.map(async (use) => {
      const start = performance.now();
      emit({ type: 'tool', phase: 'start', id: use.id, name: use.name, input: use.input });
      const { content, isError } = await runTool(agent, use);
      const durationMs = performance.now() - start;
      emit({ type: 'tool', phase: 'end', id: use.id, name: use.name, isError, durationMs });
      return errorOr({ tool_use_id: use.id, content }, isError);
    }),
  );
}

/** Results for calls that will not run, with the reason. */
export function refuseTools(uses: readonly ToolUse[], reason: string): ToolResultBlockParam[] {
  return uses.map((use) => errorOr({ tool_use_id: use.id, content: `Error: ${reason}` }, true));
}

function errorOr(
  result: Omit<ToolResultBlockParam, 'type' | 'is_error'>,
  isError: boolean,
): ToolResultBlockParam {
  return { type: 'tool_result', ...result, ...(isError ? { is_error: true } : {}) };
}

async function runTool(
  { tools, turn: { signal }, emit }: AgentContext,
  use: ToolUse,
): Promise<{ content: ToolResultBlockParam['content']; isError: boolean }> {
  const tool = tools.get(use.name);
  if (!tool) return { content: `Error: Tool '${use.name}' not found`, isError: true };
  try {
    const input = tool.parse ? tool.parse(use.input) : use.input;
    const runnable = tool as unknown as { run(input: unknown, context: object): unknown };
    const context = { toolUse: use, toolUseBlock: use, signal };
    const work = Promise.resolve(runnable.run(input, context));
    return { content: toContent(await orAborted(work, signal)), isError: false };
  } catch (error) {
    if (signal?.aborted)
      return { content: `Error: ${abortedError(signal).message}`, isError: true };
    emit({ type: 'error', during: 'tool', name: use.name, error });
    return { content: errorContent(error), isError: true };
  }
}

/** The API takes a string or blocks; other results are sent as JSON. */
function toContent(value: unknown): ToolResultBlockParam['content'] {
  if (typeof value === 'string' || isList(value)) {
    return value as ToolResultBlockParam['content'];
  }
  return JSON.stringify(value) ?? 'done';
}

/** The SDK's `ToolError` has its own content. */
function errorContent(error: unknown): ToolResultBlockParam['content'] {
  if (error instanceof Error && 'content' in error) return toContent(error.content);
  return `Error: ${error instanceof Error ? error.message : String(error)}`;
}
