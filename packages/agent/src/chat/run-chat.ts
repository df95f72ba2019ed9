import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { terminalText } from '@mneme/core';
import type { AgentEvent, TurnStopReason } from '../agent/agent-event.ts';
import type { MemoryAgent } from '../agent/create-memory-agent.ts';
import { clearedTokens } from '../context/context-edit.ts';

/** A chat by lines: the agent, the input and the output. */
export interface ChatOptions {
  /** The agent that answers. */
  agent: Pick<MemoryAgent, 'stream'>;
  /** One line is one message. */
  input: Readable;
  /** The answer, piece by piece, without control sequences. */
  write: (text: string) => void;
  /** Prints a line, without control sequences, about something recalled, stored, cleared, or failed. */
  note: (line: string) => void;
  /** Printed before each message. Default: `> `; empty for input that is not typed. */
  prompt?: string;
  /** Ends the chat, and the turn that runs. */
  signal?: AbortSignal;
}

/**
 * A dialogue by lines of text, until the input ends or a line is `/exit`. A failed turn is reported, and the next one
 * can be tried. Rejects only with `aborted`, when the signal fires.
 */
export async function runChat({
  agent,
  input,
  write,
  note,
  prompt = '> ',
  signal,
}: ChatOptions): Promise<void> {
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  const close = () => lines.close();
  signal?.addEventListener('abort', close, { once: true });
  try {
    write(prompt);
    for await (const line of lines) {
      const message = line.trim();
      if (message === '/exit') break;
      if (message !== '') await showTurn(message);
      write(prompt);
    }
  } finally {
    signal?.removeEventListener('abort', close);
    lines.close();
  }

  /** On one line, whatever the text contains. */
  function print(line: string): void {
    note(terminalText(line).replace(/\s+/g, ' '));
  }

  async function showTurn(message: string): Promise<void> {
    let midLine = false;
    try {
      for await (const event of agent.stream(message, signal ? { signal } : {})) {
        if (event.type === 'text') {
          write(terminalText(event.text));
          midLine = !event.text.endsWith('\n');
          continue;
        }
        for (const line of chatNotes(event)) {
          if (midLine) write('\n');
          midLine = false;
          print(line);
        }
      }
      write(midLine ? '\n' : '');
    } catch (error) {
      if (midLine) write('\n');
      if (signal?.aborted) throw error;
      print(`failed: ${messageOf(error)}`);
    }
  }
}

/** The lines about an event that a user may want to see. */
export function chatNotes(event: AgentEvent): string[] {
  switch (event.type) {
    case 'recall':
      return [
        ...(event.parts?.profile ? [`facts in the profile: ${event.parts.profile}`] : []),
        ...event.memories.map((m) => `recalled: [${m.category ?? m.kind}] ${m.content}`),
        ...(event.skipped?.reason === 'timeout' ? ['recall took too long and was left out'] : []),
      ];
    case 'store':
      return [`remembered (${event.results.map((r) => r.outcome).join(', ')}): ${event.content}`];
    case 'append':
      return event.learned.length === 0 ? [] : [`facts learned from this: ${event.learned.length}`];
    case 'delete':
      return [`forgotten: ${event.id} (${event.reason})`];
    case 'edit':
      return [`cleared about ${clearedTokens(event.appliedEdits)} tokens of older context`];
    case 'compaction':
      return ['the conversation so far was replaced by a summary'];
    case 'error':
      // A failure of the model is reported with the turn; for a failing tool its cause is shown.
      return event.during === 'model' ? [] : [`${event.during} failed: ${messageOf(event.error)}`];
    case 'turn':
      return event.phase === 'end' ? (endNotes[event.result.stopReason] ?? []) : [];
    default:
      return [];
  }
}

const endNotes: { [Reason in TurnStopReason]?: string[] } = {
  max_tokens: ['the answer was cut at its maximum length'],
  refusal: ['the model refused; this message was taken out of the conversation'],
  max_rounds: ['the turn reached its limit of tool rounds'],
};

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
