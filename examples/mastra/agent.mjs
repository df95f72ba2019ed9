// An agent of Mastra that remembers earlier conversations. Runs offline: the model is Mastra's own mock, which
// repeats what it is shown. Put a real one in its place: 'anthropic/claude-sonnet-5-5', 'openai/gpt-5', …
//   node agent.mjs
import { Agent } from '@mastra/core/agent';
import { MastraLanguageModelV2Mock } from '@mastra/core/test-utils/llm-mock';
import { MnemeProcessor } from '@mneme/mastra';
import { openMemory } from '@mneme/runtime';

const { memory, close } = await openMemory({ db: process.env.MNEME_DB ?? 'sqlite:mastra.db' });
const ada = memory.scope('user:ada');

const model = new MastraLanguageModelV2Mock({
  doGenerate: async ({ prompt }) => {
    const known = prompt
      .filter(({ role }) => role === 'system')
      .flatMap(({ content }) => content.split('\n'))
      .find((line) => line.includes('favourite'));
    const usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 };
    const content = [{ type: 'text', text: known ?? 'I know nothing yet.' }];
    return { content, finishReason: 'stop', usage, warnings: [] };
  },
});

for (const [session, message] of [
  ['monday', 'My favourite tea is green tea'],
  ['tuesday', 'What is my favourite tea?'],
]) {
  const mneme = new MnemeProcessor(ada, { session });
  const agent = new Agent({
    id: 'shopper',
    name: 'Shopper',
    instructions: 'You help Ada shop.',
    model,
    inputProcessors: [mneme],
    outputProcessors: [mneme],
  });
  const { text } = await agent.generate(message);
  console.log(`${session}: ${text}`);
}
await close();
