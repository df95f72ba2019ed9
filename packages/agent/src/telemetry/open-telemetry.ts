import type { OpenTelemetryApi } from '@mneme/core';
import type { TelemetryAttributes, TelemetrySpan } from '@mneme/core/backend';
import { errorType, Telemetry as Spans } from '@mneme/core/faces';
import { type FieldsOf, parseFlag, parseOptions, parseText } from '@mneme/core/input';
import type { AgentEvent } from '../agent/agent-event.ts';
import { contextTokens } from '../agent/usage.ts';
import { clearedTokens } from '../context/context-edit.ts';

/** A listener to an agent's events. */
export interface Telemetry {
  /** Gets each event of the agent. */
  onEvent(event: AgentEvent): void;
  /** Runs a turn so that spans started inside it (the SDK's, the memory's, the tools' own) become its children. */
  withinTurn<T>(work: () => Promise<T>): Promise<T>;
}

/** Names in the traces. */
export interface OpenTelemetryOptions {
  /** `gen_ai.agent.name`. Default: `mneme`. */
  agentName?: string;
  /** `gen_ai.conversation.id`: the agent's session. */
  conversationId?: string;
  /** Spans show error messages, which may quote what was said. Default: false. */
  captureContent?: boolean;
}

const optionFields = {
  agentName: parseText,
  conversationId: parseText,
  captureContent: parseFlag,
} satisfies FieldsOf<OpenTelemetryOptions>;

/**
 * Spans and metrics by the GenAI semantic conventions, without contents: a span `invoke_agent` for each turn, with a
 * span `execute_tool` for each call of a tool and span events for recalls, stores, edits, compactions and errors; the
 * histograms `gen_ai.client.token.usage` and `gen_ai.client.operation.duration` for each call of the model. The SDK
 * itself traces those calls, and a memory made with `telemetry` its own, as children of the turn. Serves one agent.
 *
 * @example
 * import * as api from '@opentelemetry/api';
 * const agent = createMemoryAgent({ …, telemetry: openTelemetry(api, { agentName: 'support' }) });
 */
export function openTelemetry(
  api: OpenTelemetryApi,
  options: OpenTelemetryOptions = {},
): Telemetry {
  const given = parseOptions(options, optionFields);
  const { agentName = 'mneme', conversationId, captureContent = false } = given;
  const spans = new Spans({ api, captureContent }, '@mneme/agent');
  const tokens = spans.meter?.createHistogram('gen_ai.client.token.usage', { unit: '{token}' });
  const durations = spans.durations('gen_ai.client.operation.duration', 'How long a call took.');
  const shared: TelemetryAttributes = {
    'gen_ai.provider.name': 'anthropic',
    'gen_ai.agent.name': agentName,
    ...(conversationId ? { 'gen_ai.conversation.id': conversationId } : {}),
  };
  let turn: TelemetrySpan | undefined;
  const tools = new Map<string, TelemetrySpan>();

  return {
    async withinTurn(work) {
      const name = `invoke_agent ${agentName}`;
      const attributes = { ...shared, 'gen_ai.operation.name': 'invoke_agent' };
      try {
        return await spans.run({ name, attributes }, (span) => {
          turn = span;
          return work();
        });
      } finally {
        turn = undefined;
      }
    },
    onEvent(event) {
      if (event.type === 'round') recordRound(event);
      if (turn === undefined) return;
      if (event.type === 'tool' && event.phase === 'start') {
        const span = spans.start({
          name: `execute_tool ${event.name}`,
          attributes: {
            ...shared,
            'gen_ai.operation.name': 'execute_tool',
            'gen_ai.tool.name': event.name,
            'gen_ai.tool.call.id': event.id,
            'gen_ai.tool.type': 'function',
          },
          parent: spans.contextOf(turn),
        });
        if (span !== undefined) tools.set(event.id, span);
      } else if (event.type === 'tool' && event.phase === 'end') {
        const span = tools.get(event.id);
        if (event.isError) span?.setStatus({ code: 2 });
        if (event.isError) span?.setAttributes({ 'error.type': 'tool_error' });
        span?.end();
        tools.delete(event.id);
      } else if (event.type === 'turn' && event.phase === 'end') {
        turn.setAttributes(turnAttributes(event.result));
      } else {
        const attributes = shown[event.type]?.(event as never, { captureContent });
        if (attributes) turn.addEvent(`mneme.${event.type}`, attributes);
      }
    },
  };

  function recordRound({ message, durationMs }: Extract<AgentEvent, { type: 'round' }>): void {
    const { model, usage } = message;
    const attributes = {
      'gen_ai.provider.name': 'anthropic',
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': model,
      'gen_ai.response.model': model,
    };
    const input = contextTokens(usage) - usage.output_tokens;
    tokens?.record(input, { ...attributes, 'gen_ai.token.type': 'input' });
    tokens?.record(usage.output_tokens, { ...attributes, 'gen_ai.token.type': 'output' });
    durations?.record(durationMs / 1000, attributes);
  }
}

function turnAttributes({
  message,
  usage,
  stopReason,
  rounds,
}: Extract<AgentEvent, { type: 'turn'; phase: 'end' }>['result']): TelemetryAttributes {
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

type Shown = {
  [Type in AgentEvent['type']]?: (
    event: Extract<AgentEvent, { type: Type }>,
    options: { captureContent: boolean },
  ) => TelemetryAttributes;
};

/** The attributes of span events: numbers and names only. Other events are not shown. */
const shown: Shown = {
  recall: ({ by, memories, parts, skipped }) => ({
    by,
    memories: memories.length,
    profile: parts?.profile,
    facts: parts?.facts,
    passages: parts?.passages,
    skipped: skipped?.reason,
  }),
  store: ({ by, results, echo }) => ({ by, outcomes: results.map((each) => each.outcome), echo }),
  append: ({ ids }) => ({ episodes: ids.length }),
  delete: ({ id }) => ({ id }),
  edit: ({ where, appliedEdits }) => ({
    where,
    cleared_input_tokens: clearedTokens(appliedEdits),
  }),
  compaction: ({ where, threshold, tokensBefore, tokensAfter }) => ({
    where,
    threshold,
    tokens_before: tokensBefore,
    tokens_after: tokensAfter,
  }),
  error: ({ during, name, error }, { captureContent }) => ({
    during,
    name,
    'error.type': errorType(error),
    ...(captureContent ? { message: String(error) } : {}),
  }),
};
