import type { RetrievedMemory } from '@mneme/core';
import { throwIfAborted } from '@mneme/core/contract';
import type { AppliedEdit } from '../context/context-edit.ts';
import { type ContentBlockParam, type Message, textOf } from '../messages.ts';
import { appendTurns } from '../turns/append-turns.ts';
import type { AgentContext } from './agent-context.ts';
import type { TurnResult, TurnStopReason } from './agent-event.ts';
import { callModel } from './call-model.ts';
import { editLocally, readServerEdits } from './clear-context.ts';
import { compactIfFull } from './compact-dialogue.ts';
import { buildRequest } from './request.ts';
import { refuseTools, runTools } from './run-tools.ts';

const defaultMaxRounds = 25;

/**
 * One turn: recall, then the model and its tools in rounds until it ends. If the turn fails, the history is the one
 * from before the turn, or from after the last round of tools (because their effects are real); it stays valid.
 */
export async function runTurn(
  agent: AgentContext,
  message: string | readonly ContentBlockParam[],
): Promise<TurnResult> {
  const { options, dialogue, emit, turn } = agent;
  const { signal } = turn;
  const maxRounds = options.maxRounds ?? defaultMaxRounds;
  const before = dialogue.state;
  let settled = before;
  const appliedEdits: AppliedEdit[] = [];
  let text = '';

  throwIfAborted(signal);
  emit({ type: 'turn', phase: 'start' });
  try {
    const recalled = await recall(agent, textOf({ content: message }));
    dialogue.addUser(message);
    // Also those of a stored history, unless the message holds their results.
    dialogue.dropUnanswered();
    for (let round = 1; ; round++) {
      appliedEdits.push(...(await editLocally(agent)));
      const answer = await callOnce(agent, round);
      appliedEdits.push(...(await readServerEdits(agent, answer)));
      text += textOf(answer);
      const uses = answer.content.filter((part) => part.type === 'tool_use');
      const runs = answer.stop_reason === 'tool_use' && uses.length > 0;
      dialogue.addAnswer(answer.content);
      let stopReason: TurnStopReason = answer.stop_reason ?? 'end_turn';

      if (runs) {
        text = '';
        if (round < maxRounds) {
          if (await compactIfFull(agent, answer)) {
            if (settled !== before) settled = dialogue.state;
            continue;
          }
          const results = await runTools(agent, uses);
          dialogue.addUser(results);
          settled = dialogue.state;
          throwIfAborted(signal);
          continue;
        }
        const why = `not run, because the turn reached its limit of ${maxRounds} calls of the model`;
        dialogue.addUser(refuseTools(uses, why));
        stopReason = 'max_rounds';
        text = textOf(answer);
      } else if (answer.stop_reason === 'pause_turn' || answer.stop_reason === 'compaction') {
        // The server paused: sending the same history again continues.
        if (round < maxRounds) continue;
        stopReason = 'max_rounds';
      } else if (answer.stop_reason === 'refusal') {
        // With a refused turn in the history, the next turn would be refused too.
        dialogue.state = before;
      }
      // A call that was cut off, for example by max_tokens, never gets a result.
      dialogue.dropUnanswered();
      settled = dialogue.state;
      if (stopReason !== 'refusal') await compactIfFull(agent, answer);
      if (stopReason !== 'refusal') await keepTurn(agent, { message, answer: text });
      const result: TurnResult = {
        text,
        message: answer,
        stopReason,
        usage: turn.usage,
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
  const { ids, learned, keptOut } = await appendTurns(episodes, {
    session,
    message: textOf({ content: message }),
    answer,
    onError: (error) => emit({ type: 'error', during: 'episodes', error }),
  });
  if (ids.length > 0)
    emit({ type: 'append', session, ids, learned, ...(keptOut > 0 && { keptOut }) });
}

async function callOnce(agent: AgentContext, round: number): Promise<Message> {
  const { dialogue, emit, turn } = agent;
  const start = performance.now();
  const params = buildRequest(agent, { ...turn, context: dialogue.state.context });
  const { message, usage } = await callModel(agent, { params, deltas: turn.deltas });
  emit({ type: 'round', round, message, usage, durationMs: performance.now() - start });
  return message;
}

/** Fills the block of the turn, and returns the memories in it. */
async function recall(
  { prefetch, emit, turn }: AgentContext,
  query: string,
): Promise<RetrievedMemory[]> {
  if (!prefetch) return [];
  const { text, memories, found, parts, skipped } = await prefetch.next(query, turn);
  if (skipped?.reason === 'error')
    emit({ type: 'error', during: 'prefetch', error: skipped.error });
  emit({ type: 'recall', by: 'prefetch', query, memories: found, parts, skipped });
  const profile = parts?.profileText ?? '';
  turn.block = [profile, text.slice(profile.length)].filter((part) => part !== '');
  return memories;
}
