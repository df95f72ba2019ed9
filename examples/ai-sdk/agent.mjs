// An agent of the AI SDK that remembers earlier conversations. Runs offline: the model is the SDK's own mock,
// which repeats what it is shown. Put a real one in its place: anthropic('claude-sonnet-5-5'), openai('gpt-5'), …
//   node agent.mjs
import { createRecallLog, mnemeMiddleware, mnemeTools } from '@mneme/ai-sdk';
import { openMemory } from '@mneme/runtime';
import { ToolLoopAgent, wrapLanguageModel } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';

const { memory, close } = await openMemory({ db: process.env.MNEME_DB ?? 'sqlite:ai-sdk.db' });
const ada = memory.scope('user:ada');

/** One conversation: an agent of its own, with nothing of the others but the memory. */
async function converse(session, model, prompt) {
  const recall = createRecallLog(); // what the middleware recalls, the tools do not store again
  const agent = new ToolLoopAgent({
    model: wrapLanguageModel({ model, middleware: mnemeMiddleware(ada, { session, recall }) }),
    tools: mnemeTools(ada, { recall }),
    instructions: 'You help Ada shop.',
  });
  const { text } = await agent.generate({ prompt });
  console.log(`${session}: ${text}`);
}

const fact = { content: 'Ada prefers green tea', category: 'user_preference', importance: 5 };
await converse(
  'monday',
  mock(callTool('memory_store', fact), say('I will remember that.')),
  'I like green tea best',
);
await converse('tuesday', mock(sayWhatIsKnown), 'Which tea does Ada prefer?');

const { turns } = await ada.sessions.get('monday');
console.log(`kept of monday: ${turns.length} turns`);
await close();

function mock(...steps) {
  const results = steps.values();
  return new MockLanguageModelV4({
    doGenerate: async (options) => {
      const step = results.next().value;
      const content = typeof step === 'function' ? step(options) : step;
      const usage = { inputTokens: { total: 0 }, outputTokens: { total: 0 } };
      const unified = content.type === 'text' ? 'stop' : 'tool-calls';
      return { content: [content], finishReason: { unified }, usage, warnings: [] };
    },
  });
}

function say(text) {
  return { type: 'text', text };
}

function callTool(toolName, input) {
  return { type: 'tool-call', toolCallId: 'call-1', toolName, input: JSON.stringify(input) };
}

function sayWhatIsKnown({ prompt }) {
  const block = prompt.findLast(({ role }) => role === 'system').content;
  return say(block.split('\n').find((line) => line.startsWith('- ')) ?? 'I know nothing.');
}
