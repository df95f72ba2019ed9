import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Memory, MnemeError } from '@mneme/core';
import { invalid } from '@mneme/core/input';
import { pathError } from '@mneme/runtime';
import { defineCommand } from '../command.ts';
import { readText } from '../files.ts';
import { memoryOptions } from '../options.ts';
import { UsageError } from '../usage-error.ts';

/** The used part of a hook's input from Claude Code. */
interface HookEvent {
  hook_event_name?: unknown;
  session_id?: unknown;
  transcript_path?: unknown;
  prompt?: unknown;
  /** The author of a prompt, or why a session starts. */
  source?: unknown;
}

/** Nobody watches a hook, so it ends by itself. */
const maxHookMs = 60_000;
const dayMs = 86_400_000;
const maxTranscriptBytes = 1024 ** 3;
/** Of the sessions before: those whose last turns may be missing. */
const caughtUp = { sessions: 3, days: 7 };

/** The hook's output. */
interface HookAnswer {
  hookSpecificOutput: { hookEventName: string; additionalContext: string };
}

interface Asked {
  memory: Memory;
  scopeName: string;
  signal: AbortSignal;
  now: () => Date;
}

export const hook = defineCommand({
  usage: 'claude-code [catch-up]',
  details:
    'For the plugin in integrations/claude-code: reads the event as JSON from standard input and writes the answer to standard output. Secrets are masked. If the memory fails, the session goes on; the error is on standard error, and the user sees it when a session starts. catch-up stores what the last sessions of the same project could not store.',
  fillsStore: true,
  uses: [...memoryOptions, 'embedder', 'secrets'],
  async run(context) {
    const { values, positionals, environment, input, output, signal, now, scopeName } = context;
    const [host, task, ...more] = positionals;
    if (task !== undefined && (task !== 'catch-up' || more.length > 0))
      throw new UsageError(`Unknown task "${[task, ...more].join(' ')}": catch-up, or none`);
    if (host !== 'claude-code')
      throw new UsageError(`Unknown host "${host}": mneme mcp hook claude-code`);
    const deadline = AbortSignal.timeout(maxHookMs);
    const until = AbortSignal.any([signal, deadline]);
    const event = eventOf(await readText(input, { signal: until }));
    try {
      const { memory } = await context.open({
        secrets: values.secrets ?? environment.secrets ?? 'mask',
      });
      const asked = { memory, scopeName, signal: until, now };
      if (task === 'catch-up') return await catchUp(event, asked);
      const answer = await answerHook(event, asked);
      if (answer !== undefined) output.line(JSON.stringify(answer));
    } catch (error) {
      if (!MnemeError.isInstance(error) || signal.aborted) throw error;
      const late = `the hook ended after ${maxHookMs / 1000} s; the next one goes on`;
      const text = `Mneme: ${deadline.aborted ? late : error.message}`;
      if (event.hook_event_name === 'SessionStart')
        output.line(JSON.stringify({ systemMessage: text }));
      output.note(text);
    }
  },
});

function eventOf(text: string): HookEvent {
  try {
    const event: unknown = JSON.parse(text);
    if (typeof event === 'object' && event !== null) return event as HookEvent;
  } catch {
    // Reported below.
  }
  throw new UsageError('Give the event of a hook as a JSON object on standard input');
}

/** The task of an event: show the profile at the start of a session, show what fits a prompt, or store turns. */
async function answerHook(event: HookEvent, asked: Asked): Promise<HookAnswer | undefined> {
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

/** Stores the newest other transcripts beside that of the event: each session's end may have been cut off. */
async function catchUp({ transcript_path: own }: HookEvent, asked: Asked): Promise<void> {
  if (typeof own !== 'string') return;
  const names = await readdir(dirname(own)).catch((error) => {
    throw pathError(error, { path: own, field: 'transcript_path' });
  });
  const others = await Promise.all(
    names
      .filter((name) => name.endsWith('.jsonl') && name !== basename(own))
      .map(async (name) => {
        const path = join(dirname(own), name);
        return { path, changed: (await stat(path)).mtimeMs };
      }),
  );
  const since = asked.now().getTime() - caughtUp.days * dayMs;
  const last = others
    .filter(({ changed }) => changed >= since)
    .sort((one, other) => other.changed - one.changed)
    .slice(0, caughtUp.sessions);
  for (const { path } of last.reverse()) await keep(path, asked);
}

/** Stored turns stay as they are, so each call adds the new ones. */
async function keep(path: string, { memory, scopeName, signal, now }: Asked): Promise<void> {
  const { importItems, openImport, readItems } = await import('@mneme/importers');
  const facts = await stat(path).catch((error) => {
    throw pathError(error, { path, field: 'transcript_path' });
  });
  if (!facts.isFile() || facts.size > maxTranscriptBytes)
    throw invalid('transcript_path', `is "${path}": give a file of at most 1 GiB`);
  const { source } = await openImport(path, { from: 'claude-code', signal });
  try {
    const items = readItems(source, { format: 'claude-code', hasScope: true });
    await importItems(memory, items, { scope: scopeName, everyScope: true, now, signal });
  } finally {
    await source.close();
  }
}
