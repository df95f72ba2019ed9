import { MnemeError } from '@mneme/core';
import { answerHook, type HookEvent } from '../answer-hook.ts';
import { defineCommand } from '../command.ts';
import { scopeOptions, storeOptions } from '../options.ts';
import { readText } from '../read-text.ts';
import { UsageError } from '../usage-error.ts';

export const hookCommand = defineCommand({
  usage: 'claude-code',
  details:
    'For the plugin in integrations/claude-code: reads the event as JSON from standard input and writes the answer to standard output. Secrets are masked. If the memory fails, the session goes on; the error is on standard error, and the user sees it when a session starts.',
  fillsStore: true,
  uses: [...scopeOptions, ...storeOptions, 'embedder', 'secrets'],
  async run(context) {
    const { values, positionals, environment, input, output, signal, now, scopeName } = context;
    const [host] = positionals;
    if (host !== 'claude-code')
      throw new UsageError(`Unknown host "${host}": mneme mcp hook claude-code`);
    const event = eventOf(await readText(input, { signal }));
    try {
      const { memory } = await context.open({
        secrets: values.secrets ?? environment.secrets ?? 'mask',
      });
      const answer = await answerHook(event, { memory, scopeName, signal, now });
      if (answer !== undefined) output.line(JSON.stringify(answer));
    } catch (error) {
      if (!MnemeError.isInstance(error)) throw error;
      const told = `Mneme: ${error.message}`;
      if (event.hook_event_name === 'SessionStart')
        output.line(JSON.stringify({ systemMessage: told }));
      output.note(told);
    }
  },
});

function eventOf(text: string): HookEvent {
  try {
    const event: unknown = JSON.parse(text);
    if (typeof event === 'object' && event !== null) return event as HookEvent;
  } catch {
    // Told below.
  }
  throw new UsageError('Give the event of a hook as a JSON object on standard input');
}
