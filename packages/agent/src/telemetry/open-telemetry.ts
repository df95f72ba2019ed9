import { type FieldsOf, parseOptions, parseText } from '@mneme/core/input';
import type { Attributes, Context, Histogram, Span, Tracer } from '@opentelemetry/api';
import type { AgentEvent } from '../agent/agent-event.ts';

/** Follows an agent's events. */
export interface Telemetry {
  /** Is told of each event of the agent. */
  onEvent(event: AgentEvent): void;
  /** Runs a turn so that spans started inside it (the SDK's, the tools' own) become its children. */
  withinTurn<T>(work: () => Promise<T>): Promise<T>;
}

/** The part of `@opentelemetry/api` that is used: give the whole module. */
export type OpenTelemetryApi = Pick<
  typeof import('@opentelemetry/api'),
  'trace' | 'context' | 'metrics'
>;

/** Names in the traces. */
export interface OpenTelemetryOptions {
  /** `gen_ai.agent.name`. Default: `mneme`. */
  agentName?: string;
  /** `gen_ai.conversation.id`: the agent's session. */
  conversationId?: string;
}

const optionFields = {
  agentName: parseText,
  conversationId: parseText,
} satisfies FieldsOf<OpenTelemetryOptions>;

const scope = '@mneme/agent';

/**
 * Spans and metrics by the GenAI semantic conventions, without contents: a span `invoke_agent` for each turn, with a
 * span `execute_tool` for each call of a tool and span events for recalls, stores, edits, compactions and errors; the
 * histograms `gen_ai.client.token.usage` and `gen_ai.client.operation.duration` for each call of the model. The SDK
 * itself traces those calls, as children of the turn. Serves one agent.
 *
 * @example
 * import * as api from '@opentelemetry/api';
 * const agent = createMemoryAgent({ …, telemetry: openTelemetry(api, { agentName: 'support' }) });
 */
export function openTelemetry(
  { trace, context, metrics }: OpenTelemetryApi,
  options: OpenTelemetryOptions = {},
): Telemetry {
  const { agentName = 'mneme', conversationId } = parseOptions(options, optionFields);
  const tracer: Tracer = trace.getTracer(scope);
  const meter = metrics.getMeter(scope);
  const tokens = meter.createHistogram('gen_ai.client.token.usage', { unit: '{token}' });
  const durations = meter.createHistogram('gen_ai.client.operation.duration', { unit: 's' });
  const shared: Attributes = {
    'gen_ai.provider.name': 'anthropic',
    'gen_ai.agent.name': agentName,
    ...(conversationId ? { 'gen_ai.conversation.id': conversationId } : {}),
  };
  let turn: { span: Span; context: Context } | undefined;
  const tools = new Map<string, Span>();

  return {
    async withinTurn(work) {
      const span = tracer.startSpan(`invoke_agent ${agentName}`, {
        attributes: { ...shared, 'gen_ai.operation.name': 'invoke_agent' },
      });
      turn = { span, context: trace.setSpan(context.active(), span) };
      try {
        return await context.with(turn.context, work);
      } catch (error) {
        span.setStatus({ code: 2, message: messageOf(error) });
        span.setAttribute('error.type', typeOf(error));
        throw error;
      } finally {
        span.end();
        turn = undefined;
      }
    },
    onEvent(event) {
      if (!turn) return;
      if (event.type === 'tool' && event.phase === 'start') {
        tools.set(event.id, startToolSpan(tracer, event, { context: turn.context, shared }));
      } else if (event.type === 'tool' && event.phase === 'end') {
        const span = tools.get(event.id);
        if (event.isError) span?.setStatus({ code: 2 }).setAttribute('error.type', 'tool_error');
        span?.end();
        tools.delete(event.id);
      } else if (event.type === 'round') {
        recordRound(event, { tokens, durations, shared });
      } else if (event.type === 'turn' && event.phase === 'end') {
        turn.span.setAttributes(turnAttributes(event.result));
      } else {
        const attributes = eventAttributes(event);
        if (attributes) turn.span.addEvent(`mneme.${event.type}`, attributes);
      }
    },
  };
}

function startToolSpan(
  tracer: Tracer,
  { id, name }: { id: string; name: string },
  { context, shared }: { context: Context; shared: Attributes },
): Span {
  const attributes = {
    ...shared,
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': name,
    'gen_ai.tool.call.id': id,
    'gen_ai.tool.type': 'function',
  };
  return tracer.startSpan(`execute_tool ${name}`, { attributes }, context);
}

function recordRound(
  { message, durationMs }: Extract<AgentEvent, { type: 'round' }>,
  { tokens, durations, shared }: { tokens: Histogram; durations: Histogram; shared: Attributes },
): void {
  const attributes = {
    'gen_ai.provider.name': shared['gen_ai.provider.name'],
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': message.model,
    'gen_ai.response.model': message.model,
  };
  const { usage } = message;
  const input =
    usage.input_tokens +
    (usage.cache_read_input_tokens ?? 0) +
    (usage.cache_creation_input_tokens ?? 0);
  tokens.record(input, { ...attributes, 'gen_ai.token.type': 'input' });
  tokens.record(usage.output_tokens, { ...attributes, 'gen_ai.token.type': 'output' });
  durations.record(durationMs / 1000, attributes);
}

function turnAttributes({
  message,
  usage,
  stopReason,
  rounds,
}: Extract<AgentEvent, { type: 'turn'; phase: 'end' }>['result']): Attributes {
  return {
    'gen_ai.response.id': message.id,
    'gen_ai.response.model': message.model,
    'gen_ai.response.finish_reasons': [stopReason],
    'gen_ai.usage.input_tokens':
      usage.inputTokens + usage.cacheReadInputTokens + usage.cacheCreationInputTokens,
    'gen_ai.usage.output_tokens': usage.outputTokens,
    'gen_ai.usage.cache_read.input_tokens': usage.cacheReadInputTokens,
    'mneme.rounds': rounds,
  };
}

/** Numbers and names only; undefined for what is no event of a span. */
function eventAttributes(event: AgentEvent): Attributes | undefined {
  switch (event.type) {
    case 'recall':
      return { by: event.by, memories: event.memories.length, skipped: event.skipped?.reason };
    case 'store':
      return {
        by: event.by,
        outcomes: event.results.map(({ outcome }) => outcome),
        echo: event.echo,
      };
    case 'delete':
      return { id: event.id };
    case 'edit':
      return {
        where: event.where,
        cleared_input_tokens: event.appliedEdits.reduce(
          (sum, e) => sum + e.cleared_input_tokens,
          0,
        ),
      };
    case 'compaction':
      return {
        where: event.where,
        threshold: event.threshold,
        tokens_before: event.tokensBefore,
        tokens_after: event.tokensAfter,
      };
    case 'error':
      return { during: event.during, name: event.name, message: messageOf(event.error) };
    default:
      return undefined;
  }
}

function typeOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
