import { Anthropic } from '@anthropic-ai/sdk';
import { createMemoryAgent } from '@mneme/agent';
import { openMemory } from '@mneme/runtime';

const { memory, close } = await openMemory({ db: 'sqlite:chatbot.db' });
const ada = memory.scope('user:ada'); // one scope a user, from your login, never from the dialogue
const agentFor = (scope) =>
  createMemoryAgent({ client: new Anthropic(), model: 'claude-opus-5', maxTokens: 1000, memory: scope });

const today = await agentFor(ada).send('Remember that I prefer green tea.');
console.log(today.text); // Noted.
const tomorrow = await agentFor(ada).send('Which tea do I prefer?'); // a new dialogue
console.log(tomorrow.text); // Green tea.
await close();
