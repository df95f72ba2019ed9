import { randomUUID } from 'node:crypto';
import type { Anthropic } from '@anthropic-ai/sdk';
import { estimateTextTokens } from '@mneme/core/faces';
import { invalid } from '@mneme/core/input';
import { estimateTokens } from '../context/estimate-tokens.ts';
import type { TokenCounter } from '../messages.ts';
import { createPrefetchSession, type PrefetchSession } from '../prefetch/prefetch-session.ts';
import { createRecallLog } from '../recall/recall-log.ts';
import { memoryTools } from '../tools/memory-tools.ts';
import type { Emit } from './agent-event.ts';
import type { AgentRunnableTool, AgentTool, MemoryAgentOptions } from './agent-options.ts';
import { Dialogue } from './dialogue.ts';
import { toolDefinitions } from './request.ts';
import { type AgentUsage, noUsage } from './usage.ts';

/** What all steps of one turn use. */
export interface RunningTurn {
  signal?: AbortSignal | undefined;
  /** Emit text and thinking as they arrive. */
  deltas: boolean;
  /** The listener to this turn. */
  sink?: Emit;
  /** The parts of the recalled block, those that change least first. */
  block: readonly string[];
  usage: AgentUsage;
  /** The history was summarised, and no answer has come since. */
  compacted?: boolean;
  /** Size of the context right after the last summary of this turn. */
  floorTokens?: number;
}

/** Shared by all turns of one agent. */
export interface AgentContext {
  options: MemoryAgentOptions;
  session: string;
  dialogue: Dialogue;
  /** Tools with code, by name. */
  tools: ReadonlyMap<string, AgentRunnableTool>;
  definitions: readonly Anthropic.Beta.Messages.BetaToolUnion[];
  prefetch?: PrefetchSession;
  countTokens: TokenCounter;
  emit: Emit;
  /** The turn that runs, or the last one. */
  turn: RunningTurn;
  usage: AgentUsage;
  /** Calls whose results the server has already reported as cleared. */
  reportedCleared: Set<string>;
  /** Size at which the last compaction failed: the next attempt waits until the context has grown. */
  compactionFailedAt?: number;
}

export function createAgentContext(options: MemoryAgentOptions): AgentContext {
  const session = options.session ?? randomUUID();
  const recall = createRecallLog();
  const prefetch =
    options.prefetch === false
      ? undefined
      : createPrefetchSession(options.memory, {
          exceptSession: session,
          ...options.prefetch,
          recall,
        });
  const emit: Emit = (event) => {
    options.onEvent?.(event);
    options.telemetry?.onEvent(event);
    context.turn.sink?.(event);
  };
  const own = options.tools ?? [];
  const { runnable } = memoryTools(options.memory, {
    recall,
    source: { session },
    onEvent: (event) => {
      if (event.type === 'delete') prefetch?.drop(event.id);
      if (event.type === 'forget' && !event.dryRun)
        for (const { id } of event.memories) prefetch?.drop(id);
      if (event.type === 'store') {
        for (const id of event.results.flatMap((r) => r.superseded ?? [])) prefetch?.drop(id);
      }
      if (event.type === 'error')
        emit({ type: 'error', during: 'memory', name: event.tool, error: event.error });
      else if (event.type === 'delete' || event.type === 'forget') emit(event);
      else emit({ ...event, by: 'model' });
    },
  });
  refuseClashes(own, new Set(runnable.map(({ name }) => name)));
  const tools = [...runnable, ...own];
  const definitions = toolDefinitions(tools as typeof own);
  const fixedTokens = estimateTextTokens(JSON.stringify([options.system ?? '', definitions]));
  const context: AgentContext = {
    options,
    session,
    dialogue: new Dialogue(structuredClone([...(options.history ?? [])])),
    tools: new Map(tools.filter(isRunnable).map((tool) => [tool.name, tool])),
    definitions,
    prefetch,
    countTokens:
      options.contextManagement?.countTokens ??
      ((messages) => fixedTokens + estimateTokens(messages)),
    emit,
    turn: { deltas: false, block: [], usage: noUsage() },
    usage: noUsage(),
    reportedCleared: new Set(),
  };
  return context;
}

/** The model calls a tool by its name, so names must differ. */
function refuseClashes(own: readonly AgentTool[], taken: Set<string>): void {
  for (const [index, tool] of own.entries()) {
    const name = 'name' in tool ? tool.name : undefined;
    if (name === undefined) continue;
    if (taken.has(name)) {
      throw invalid(
        `tools[${index}]`,
        `is named ${name}, as another tool of this agent is: give it another name (attachStores takes a prefix for its tools)`,
      );
    }
    taken.add(name);
  }
}

function isRunnable(tool: object): tool is AgentRunnableTool {
  return 'run' in tool && typeof tool.run === 'function';
}
