import type { Memory } from '@mneme/core';

/** The used part of a hook's input from Claude Code. */
export interface HookEvent {
  hook_event_name?: unknown;
  session_id?: unknown;
  transcript_path?: unknown;
  prompt?: unknown;
  /** The author of a prompt, or why a session starts. */
  source?: unknown;
}

/** The hook's output. */
export interface HookAnswer {
  hookSpecificOutput: { hookEventName: string; additionalContext: string };
}

interface Asked {
  memory: Memory;
  scopeName: string;
  signal: AbortSignal;
  now: () => Date;
}

/** The task of an event: show the profile at the start of a session, show what fits a prompt, or store turns. */
export async function answerHook(event: HookEvent, asked: Asked): Promise<HookAnswer | undefined> {
  switch (event.hook_event_name) {
    case 'SessionStart':
      return recalled(event, '', { ...asked, profileShare: 1 });
    case 'UserPromptSubmit':
      if (typeof event.prompt !== 'string' || !isPersons(event)) return undefined;
      return recalled(event, event.prompt, { ...asked, profileShare: 0 });
    case 'Stop':
    case 'PreCompact':
    case 'SessionEnd':
      if (typeof event.transcript_path === 'string') await keep(event.transcript_path, asked);
      return undefined;
    default:
      return undefined;
  }
}

/** Tasks and schedules make prompts too. */
function isPersons({ source }: HookEvent): boolean {
  return source === undefined || source === 'user' || source === 'sdk';
}

async function recalled(
  { hook_event_name, session_id }: HookEvent,
  message: string,
  { memory, scopeName, signal, profileShare }: Asked & { profileShare: number },
): Promise<HookAnswer | undefined> {
  const { prefetch } = await import('@mneme/agent/prefetch');
  const { text, skipped } = await prefetch(memory.scope(scopeName), message, {
    profileShare,
    // The id of the transcript.
    ...(typeof session_id === 'string' && { exceptSession: `claude-code:${session_id}` }),
    signal,
    timeoutMs: 5000,
  });
  if (skipped?.reason === 'error') throw skipped.error;
  if (text === '') return undefined;
  return {
    hookSpecificOutput: { hookEventName: String(hook_event_name), additionalContext: text },
  };
}

/** Stored turns stay as they are, so each call adds the new ones. */
async function keep(path: string, { memory, scopeName, signal, now }: Asked): Promise<void> {
  const { importItems, openImport, readItems } = await import('@mneme/importers');
  const { source } = await openImport(path, { from: 'claude-code' });
  try {
    const items = readItems(source, { format: 'claude-code', hasScope: true });
    await importItems(memory, items, { scope: scopeName, everyScope: true, now, signal });
  } finally {
    await source.close();
  }
}
