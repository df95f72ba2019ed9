import type { Memory } from '@mneme/core';

/** What Claude Code tells a hook, as far as it is used here. */
export interface HookEvent {
  hook_event_name?: unknown;
  session_id?: unknown;
  transcript_path?: unknown;
  prompt?: unknown;
  /** Who made a prompt, or why a session starts. */
  source?: unknown;
}

/** What is written back. */
export interface HookAnswer {
  hookSpecificOutput: { hookEventName: string; additionalContext: string };
}

interface Asked {
  memory: Memory;
  scopeName: string;
  signal: AbortSignal;
  now: () => Date;
}

/** What an event asks for: the profile at the start of a session, what fits a prompt, or keeping what was said. */
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
    // As its transcript is kept.
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

/** What was kept before stays as it is, so each call adds what is new. */
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
