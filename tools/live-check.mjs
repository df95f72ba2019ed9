/**
 * A short conversation with the real API: tools, prefetch, streaming, context edits, token counts. Costs a few cents.
 * Without ANTHROPIC_API_KEY it says so and exits with 0.
 */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { createMemoryAgent, memoryTools } from '../packages/agent/src/index.ts';
import { openMemory, readEnvironment } from '../packages/runtime/src/index.ts';

const environment = readEnvironment();
if (environment.anthropicApiKey === undefined) {
  console.log(
    'ANTHROPIC_API_KEY is not set: the live check is skipped. Set it with export ANTHROPIC_API_KEY=<your key>.',
  );
  process.exit(0);
}
const { Anthropic } = createRequire(new URL('../packages/agent/package.json', import.meta.url))(
  '@anthropic-ai/sdk',
);
const client = new Anthropic({
  apiKey: environment.anthropicApiKey,
  baseURL: environment.anthropicBaseUrl,
});
const model = process.argv[2] ?? 'claude-haiku-4-5';
const { memory, close } = await openMemory({ db: 'sqlite::memory:', environment });
const ada = memory.scope('ada');
const settings = {
  client,
  model,
  maxTokens: 500,
  memory: ada,
  contextManagement: { edits: [{ type: 'clear_tool_uses_20250919' }] },
};
const check = async (name, work) => {
  await work();
  console.log(`ok   ${name}`);
};

try {
  await check('the model stores what it is told', async () => {
    const agent = createMemoryAgent(settings);
    await agent.send('Please remember that I prefer green tea over coffee.');
    assert.match(JSON.stringify((await ada.list()).memories), /green tea/i);
  });
  await check('another dialogue recalls it, as a stream', async () => {
    const agent = createMemoryAgent(settings);
    let result;
    for await (const event of agent.stream('Do I prefer green tea or coffee? One word or two.')) {
      if (event.type === 'turn' && event.phase === 'end') ({ result } = event);
    }
    assert.match(result.text, /tea/i);
    assert.ok(result.recalled.length > 0);
  });
  await check('tokens are counted before and after edits', async () => {
    const { inputTokens, originalInputTokens } = await createMemoryAgent(settings).preview('Hello');
    assert.ok(inputTokens > 0 && originalInputTokens >= inputTokens);
  });
  await check("the SDK's tool runner takes the tools", async () => {
    const message = await client.beta.messages.toolRunner({
      model,
      max_tokens: 500,
      messages: [{ role: 'user', content: 'Search your memory: which tea do I prefer?' }],
      tools: memoryTools(ada).runnable,
      thread: false,
    });
    assert.match(JSON.stringify(message.content), /green/i);
  });
} finally {
  await close();
}
