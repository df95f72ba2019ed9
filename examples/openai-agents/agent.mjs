// An agent of the OpenAI Agents SDK that remembers in one run what it learned in another. Runs offline: the model is the
// SDK's own ScriptedModel. Leave `model` out for a real one.
//   node agent.mjs
import { mnemeInputFilter, mnemeTools } from '@mneme/openai-agents';
import { openMemory } from '@mneme/runtime';
import { Agent, run, setTracingDisabled } from '@openai/agents';
import {
  assistantMessage,
  functionCall,
  modelResponder,
  ScriptedModel,
} from '@openai/agents/testing';

setTracingDisabled(true);
const { memory, close } = await openMemory({
  db: process.env.MNEME_DB ?? 'sqlite:openai-agents.db',
});
const ada = memory.scope('user:ada');

const fact = { content: 'Ada prefers green tea', category: 'user_preference', importance: 5 };
const sayWhatIsKnown = modelResponder(({ request }) => {
  const lines = request.systemInstructions.split('\n');
  return [assistantMessage(lines.find((line) => line.startsWith('- ')) ?? 'I know nothing.')];
});
const model = new ScriptedModel([
  [functionCall('memory_store', fact, { callId: 'call-1' })],
  [assistantMessage('I will remember that.')],
  sayWhatIsKnown,
]);

const agent = new Agent({
  name: 'Shopper',
  instructions: 'You help Ada shop.',
  model,
  tools: mnemeTools(ada),
});
const callModelInputFilter = mnemeInputFilter(ada);
for (const message of ['I like green tea best', 'Which tea does Ada prefer?']) {
  const { finalOutput } = await run(agent, message, { callModelInputFilter });
  console.log(finalOutput);
}
await close();
