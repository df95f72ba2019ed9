import { MnemeError } from '@mneme/core';
import { defineCommand } from '../command.ts';
import { memoryOptions } from '../options.ts';

const defaultModel = 'claude-sonnet-5-5';

export const chat = defineCommand({
  details:
    'Needs an API key: export ANTHROPIC_API_KEY=… (made at https://platform.claude.com/settings/keys).\n' +
    'One line is one message; /exit or the end of the input ends the chat. It shows what is recalled, stored and learned, and stores\n' +
    'the messages ("mneme sessions").\n' +
    'With --json the conversation is printed as one document at its end.',
  options: {
    model: { value: 'NAME', help: `default: ${defaultModel}` },
    'base-url': {
      value: 'URL',
      help: 'a gateway instead of api.anthropic.com (default: $ANTHROPIC_BASE_URL)',
    },
    'max-tokens': { number: 'N', help: 'maximum tokens of one answer (default: 4096)' },
    system: { value: 'TEXT', help: 'the system prompt' },
  },
  fillsStore: true,
  uses: [...memoryOptions, 'embedder', 'llm', 'secrets'],
  async run({ values, output, environment, input, signal, open }) {
    const apiKey = environment.anthropicApiKey;
    if (apiKey === undefined) {
      throw new MnemeError(
        'invalid_input',
        'ANTHROPIC_API_KEY is not set, and chat talks to Claude: make a key at https://platform.claude.com/settings/keys, then run export ANTHROPIC_API_KEY=<your key>. All other commands work without one',
        { field: 'ANTHROPIC_API_KEY' },
      );
    }
    const baseURL = values.baseUrl ?? environment.anthropicBaseUrl;
    const model = values.model ?? defaultModel;
    const { maxTokens = 4096 } = values;
    // Only this command loads them, so that others start faster.
    const { Anthropic } = await import('@anthropic-ai/sdk');
    const { createMemoryAgent, runChat } = await import('@mneme/agent');
    const { scope } = await open();
    const agent = createMemoryAgent({
      client: new Anthropic({ apiKey, baseURL }),
      model,
      maxTokens,
      memory: scope,
      compaction: { enabled: true },
      // The first message also loads the embedder.
      prefetch: { timeoutMs: 5000 },
      system: values.system,
    });
    const typed = input.isTTY === true;
    if (typed) output.note(`Talking with ${model}; memories of "${scope.name}". /exit ends.`);
    await runChat({
      agent,
      input,
      write: output.json ? () => {} : output.write,
      note: (line) => output.note(output.colours.quiet(`  ${line}`)),
      prompt: typed ? '> ' : '',
      signal,
    });
    if (output.json) {
      const { session, usage, history } = agent;
      output.result({ session, usage, history }, () => '');
    }
  },
});
