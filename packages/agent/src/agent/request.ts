import type { Anthropic } from '@anthropic-ai/sdk';
import {
  blocksOf,
  type ContentBlockParam,
  isThinking,
  type MessageParam,
  type TextBlockParam,
} from '../messages.ts';
import type { AgentTool, MemoryAgentOptions } from './agent-options.ts';

type RequestParams = Anthropic.Beta.Messages.MessageCreateParamsNonStreaming;
type ToolDefinition = Anthropic.Beta.Messages.BetaToolUnion;

/** The part of an agent that its requests need. */
interface RequestSource {
  options: MemoryAgentOptions;
  definitions: readonly ToolDefinition[];
}

interface RequestParts {
  context: readonly MessageParam[];
  block: readonly string[];
}

const breakpoint = { type: 'ephemeral' } as const;

/** Maximum number of cache breakpoints in one request. */
const mostBreakpoints = 4;

/**
 * The request for a context. Cache breakpoints are after the application's own system prompt (so a change of the block
 * leaves tools and prompt cached), after the profile in the block (so other recalled memories leave that cached too)
 * and after the newest message (so an unchanged block leaves the whole dialogue cached). `block`: its parts, those that
 * change least first.
 */
export function buildRequest(
  { options, definitions: tools }: RequestSource,
  { context, block }: RequestParts,
): RequestParams {
  const { model, maxTokens, cache = true, contextManagement, request } = options;
  const fixed: readonly TextBlockParam[] =
    typeof options.system === 'string'
      ? [{ type: 'text', text: options.system }]
      : (options.system ?? []);
  const marked = cache && !fixed.some((part) => part.cache_control);
  const steady = block.slice(0, -1).map((text) => ({ type: 'text' as const, text }));
  const room = mostBreakpoints - 1 - countMarks(marked ? markLast(fixed) : [...fixed, ...tools]);
  const system = [
    ...(marked ? markLast(fixed) : fixed),
    ...(cache && room > 0 ? markLast(steady) : steady),
    ...block.slice(-1).map((text) => ({ type: 'text' as const, text })),
  ];
  const definitions = cache && fixed.length === 0 ? markLast(tools) : tools;
  const edits = contextManagement?.where === 'local' ? undefined : contextManagement?.edits;
  const betas = [...(request?.betas ?? []), ...betasFor(edits)];
  return {
    ...request,
    model,
    max_tokens: maxTokens,
    messages: (cache ? markNewest(context) : context) as RequestParams['messages'],
    ...(system.length > 0 ? { system } : {}),
    ...(definitions.length > 0 ? { tools: [...definitions] } : {}),
    ...(edits ? { context_management: { edits: [...edits] } } : {}),
    ...(betas.length > 0 ? { betas: [...new Set(betas)] } : {}),
  };
}

type CountParams = Anthropic.Beta.Messages.MessageCountTokensParams;

const countable = [
  'model',
  'messages',
  'system',
  'tools',
  'context_management',
  'thinking',
  'tool_choice',
  'mcp_servers',
  'output_config',
  'betas',
] as const;

/** Asks the count-tokens endpoint for the size of a request, with its edits or without. */
export function countTokens(
  agent: RequestSource,
  { edits, signal, ...parts }: RequestParts & { edits: boolean; signal?: AbortSignal | undefined },
) {
  const params = buildRequest(agent, parts);
  const picked = countable.flatMap((key) =>
    params[key] === undefined || (key === 'context_management' && !edits)
      ? []
      : [[key, params[key]]],
  );
  const counted = Object.fromEntries(picked) as CountParams;
  return agent.options.client.beta.messages.countTokens(counted, { signal });
}

/** The tools without their code. */
export function toolDefinitions(tools: readonly AgentTool[]): ToolDefinition[] {
  return tools.map((tool) => {
    const { run, parse, close, ...definition } = tool as AgentTool & Record<string, unknown>;
    return definition as unknown as ToolDefinition;
  });
}

function betasFor(edits: readonly { type: string }[] | undefined): string[] {
  if (!edits) return [];
  const compacts = edits.some(({ type }) => type === 'compact_20260112');
  return ['context-management-2025-06-27', ...(compacts ? ['compact-2026-01-12'] : [])];
}

function countMarks(parts: readonly object[]): number {
  return parts.filter((part) => 'cache_control' in part && part.cache_control).length;
}

function markLast<Part extends object>(parts: readonly Part[]): Part[] {
  return parts.map((part, index) =>
    index === parts.length - 1 ? { ...part, cache_control: breakpoint } : part,
  );
}

function markNewest(messages: readonly MessageParam[]): readonly MessageParam[] {
  const last = messages.at(-1);
  if (!last) return messages;
  const blocks = blocksOf(last);
  const at = blocks.findLastIndex((block) => !isThinking(block) && block.type !== 'compaction');
  if (at < 0 || blocks.some((block) => 'cache_control' in block && block.cache_control)) {
    return messages;
  }
  const content = blocks.with(at, {
    ...blocks[at],
    cache_control: breakpoint,
  } as ContentBlockParam);
  return [...messages.slice(0, -1), { ...last, content } as MessageParam];
}
