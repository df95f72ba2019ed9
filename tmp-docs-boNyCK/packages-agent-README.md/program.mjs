import { Anthropic } from '@anthropic-ai/sdk';
import { createMemoryAgent } from '@mneme/agent';
import { openMemory } from '@mneme/runtime';
const { memory, close } = await openMemory({ db: 'sqlite:ada.db' });
const client = new Anthropic();
const settings = { client, model: 'claude-opus-5', maxTokens: 1000, memory: memory.scope('ada') };
const agent = createMemoryAgent({ ...settings, compaction: { enabled: true } });
const { text } = await agent.send('Which tea do I prefer?');
console.log(text); // Green tea.
await close();
