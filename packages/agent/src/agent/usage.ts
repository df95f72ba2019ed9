import type { Message } from '../messages.ts';

/** The usage that an answer reports. */
type Counted = Pick<Message['usage'], 'input_tokens' | 'output_tokens'> &
  Partial<
    Pick<Message['usage'], 'cache_read_input_tokens' | 'cache_creation_input_tokens' | 'iterations'>
  >;

/** Usage of calls: of a turn or of a whole dialogue. */
export interface AgentUsage {
  /** Calls of the model, including summaries. */
  calls: number;
  /** Input tokens without any cache. */
  inputTokens: number;
  /** Tokens that the model wrote. */
  outputTokens: number;
  /** Input tokens that came from the prompt cache. */
  cacheReadInputTokens: number;
  /** Input tokens that were written to the prompt cache. */
  cacheCreationInputTokens: number;
  /** In US dollars; undefined without prices. */
  cost?: number;
}

/** US dollars for a million tokens. */
export interface Prices {
  /** For input tokens without any cache. */
  input: number;
  /** For output tokens. */
  output: number;
  /** Default: a tenth of `input`. */
  cacheRead?: number;
  /** Default: 1.25 times `input`, the price of five-minute entries. */
  cacheCreation?: number;
}

export function noUsage(): AgentUsage {
  return {
    calls: 0,
    inputTokens: 0,
    outputTokens: 0,
    cacheReadInputTokens: 0,
    cacheCreationInputTokens: 0,
  };
}

/** Adds one call. The API's totals do not include the iterations of a server-side compaction, so they are added. */
export function usageOf(usage: Counted, prices: Prices | undefined): AgentUsage {
  const compactions = (usage.iterations ?? []).filter(({ type }) => type === 'compaction');
  const parts: Counted[] = [usage, ...compactions];
  const sum = (pick: (part: Counted) => number | null | undefined) =>
    parts.reduce((total, part) => total + (pick(part) ?? 0), 0);
  const counted: AgentUsage = {
    calls: 1,
    inputTokens: sum((part) => part.input_tokens),
    outputTokens: sum((part) => part.output_tokens),
    cacheReadInputTokens: sum((part) => part.cache_read_input_tokens),
    cacheCreationInputTokens: sum((part) => part.cache_creation_input_tokens),
  };
  return prices ? { ...counted, cost: costOf(counted, prices) } : counted;
}

/** The sum of two; with a cost if one of them has it. */
export function addUsage(a: AgentUsage, b: AgentUsage): AgentUsage {
  const sum = { ...a };
  for (const [name, count] of Object.entries(b) as [keyof AgentUsage, number][])
    sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

/**
 * Tokens of the context after this answer: all of its input and its output. The totals count the context once for each
 * call of a tool on the server, so the last iteration is taken where the API tells them.
 */
export function contextTokens(total: Message['usage']): number {
  const usage = total.iterations?.findLast(({ type }) => type === 'message') ?? total;
  return (
    usage.input_tokens +
    (usage.cache_creation_input_tokens ?? 0) +
    (usage.cache_read_input_tokens ?? 0) +
    usage.output_tokens
  );
}

/** All counters except the cost. */
export function costOf(
  usage: AgentUsage,
  { input, output, cacheRead, cacheCreation }: Prices,
): number {
  const dollars =
    usage.inputTokens * input +
    usage.outputTokens * output +
    usage.cacheReadInputTokens * (cacheRead ?? input / 10) +
    usage.cacheCreationInputTokens * (cacheCreation ?? input * 1.25);
  return dollars / 1_000_000;
}
