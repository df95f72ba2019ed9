import { throwIfAborted } from '@mneme/core/contract';
import type { AppliedEdit } from '../context/context-edit.ts';
import { type ContentBlockParam, type Message, textOf } from '../messages.ts';
import { keepSaid } from '../turns/keep-said.ts';
import type { AgentContext } from './agent-context.ts';
import type { TurnResult, TurnStopReason } from './agent-event.ts';
import { callModel } from './call-model.ts';
import { editLocally, readServerEdits } from './clear-context.ts';
import { compactIfFull } from './compact-dialogue.ts';
import { buildRequest } from './request.ts';
import { refuseTools, runTools } from './run-tools.ts';
import { type AgentUsage, addUsage, noUsage, usageOf } from './usage.ts';

const defaultMaxRounds = 25;

export interface TurnOptions {
  signal?: AbortSignal;
  /** Emit text and thinking as they arrive. */
  deltas: boolean;
}

/**
 * One turn: recall, then the model and its tools in rounds until it ends. If the turn fails, the history is the one
 * from before the turn, or from after the last round of tools (because their effects are real); it stays valid.
 */
export async function runTurn(
  agent: AgentContext,
  message: string | readonly ContentBlockParam[],
  { signal, deltas }: TurnOptions,
): Promise<TurnResult> {
  const { options, dialogue, emit } = agent;
  const maxRounds = options.maxRounds ?? defaultMaxRounds;
  const before = dialogue.state;
  let settled = before;
  let usage = noUsage();
  const onUsage = (more: AgentUsage) => {
    usage = addUsage(usage, more);
    agent.usage = addUsage(agent.usage, more);
  };
  const appliedEdits: AppliedEdit[] = [];
  let text = '';

  throwIfAborted(signal);
  emit({ type: 'turn', phase: 'start' });
  try {
    const { block, recalled } = await recall(agent, { message, signal });
    dialogue.addUser(message);
    for (let round = 1; ; round++) {
      appliedEdits.push(...(await editLocally(agent, signal)));
      const answer = await callOnce(agent, { block, round, deltas, signal, onUsage });
      appliedEdits.push(...(await readServerEdits(agent, { message: answer, signal })));
      text += textOf(answer);
      const uses = answer.content.filter((part) => part.type === 'tool_use');
      const runs = answer.stop_reason === 'tool_use' && uses.length > 0;
      // A call that was cut off, for example by max_tokens, never gets a result.
      dialogue.addAnswer(
        runs ? answer.content : answer.content.filter((part) => part.type !== 'tool_use'),
      );
      const compacting = { message: answer, block, signal, onUsage };
      let stopReason: TurnStopReason = answer.stop_reason ?? 'end_turn';

      if (runs) {
        text = '';
        if (round < maxRounds) {
          if (await compactIfFull(agent, compacting)) {
            if (settled !== before) settled = dialogue.state;
            continue;
          }
          const results = await runTools(uses, { tools: agent.tools, signal, emit });
          dialogue.addUser(results);
          settled = dialogue.state;
          throwIfAborted(signal);
          continue;
        }
        const why = `not run, because the turn reached its bound of ${maxRounds} calls of the model`;
        dialogue.addUser(refuseTools(uses, why));
        stopReason = 'max_rounds';
        text = textOf(answer);
      } else if (isPause(answer.stop_reason)) {
        if (round < maxRounds) continue;
        stopReason = 'max_rounds';
      } else if (answer.stop_reason === 'refusal') {
        // With a refused turn in the history, the next turn would be refused too.
        dialogue.state = before;
      }
      settled = dialogue.state;
      if (stopReason !== 'refusal') await compactIfFull(agent, compacting);
      if (stopReason !== 'refusal') await keepTurn(agent, { message, answer: text });
      const result: TurnResult = {
        text,
        message: answer,
        stopReason,
        usage,
        rounds: round,
        appliedEdits,
        recalled,
      };
      emit({ type: 'turn', phase: 'end', result });
      return result;
    }
  } catch (error) {
    dialogue.state = settled;
    emit({ type: 'error', during: 'model', error });
    throw error;
  }
}

/** None of its failures ends the turn. */
async function keepTurn(
  { options, session, emit }: AgentContext,
  { message, answer }: { message: string | readonly ContentBlockParam[]; answer: string },
): Promise<void> {
  const { episodes } = options.memory;
  if (options.episodes === false || episodes === undefined) return;
  const { ids, learned } = await keepSaid(episodes, {
    session,
    message: textOf({ content: message }),
    answer,
    onError: (error) => emit({ type: 'error', during: 'episodes', error }),
  });
  if (ids.length > 0) emit({ type: 'append', session, ids, learned });
}

/** The server paused: sending the same history again continues. */
function isPause(reason: Message['stop_reason']): boolean {
  return reason === 'pause_turn' || reason === 'compaction';
}

async function callOnce(
  agent: AgentContext,
  {
    block,
    round,
    deltas,
    signal,
    onUsage,
  }: {
    block: readonly string[];
    round: number;
    deltas: boolean;
    signal: AbortSignal | undefined;
    onUsage: (usage: AgentUsage) => void;
  },
): Promise<Message> {
  const { options, dialogue, definitions, emit } = agent;
  const start = performance.now();
  const params = buildRequest(options, {
    context: dialogue.state.context,
    block,
    tools: definitions,
  });
  const message = await callModel(options.client, { params, deltas, signal, emit });
  const usage = usageOf(message.usage, options.prices);
  onUsage(usage);
  emit({ type: 'round', round, message, usage, durationMs: performance.now() - start });
  return message;
}

async function recall(
  { prefetch, emit }: AgentContext,
  {
    message,
    signal,
  }: { message: string | readonly ContentBlockParam[]; signal: AbortSignal | undefined },
) {
  if (!prefetch) return { block: [], recalled: [] };
  const query = textOf({ content: message });
  const { text, memories, found, parts, skipped } = await prefetch.next(
    query,
    signal ? { signal } : {},
  );
  if (skipped?.reason === 'error') {
    emit({ type: 'error', during: 'prefetch', error: skipped.error });
  }
  emit({
    type: 'recall',
    by: 'prefetch',
    query,
    memories: found,
    ...(parts ? { parts } : {}),
    ...(skipped ? { skipped } : {}),
  });
  const profile = parts?.profileText ?? '';
  const block = [profile, text.slice(profile.length)].filter((part) => part !== '');
  return { block, recalled: memories };
}
