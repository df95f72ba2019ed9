import { Anthropic } from '@anthropic-ai/sdk';
import { prefetch } from '@mneme/agent';
import { openMemory } from '@mneme/runtime';
const { memory, close } = await openMemory({ db: 'sqlite:ada.db' });
const messages = [{ role: 'user', content: 'Which tea do I prefer?' }];
const { text } = await prefetch(memory.scope('ada'), messages[0].content, { timeoutMs: 500 });
const request = { model: 'claude-opus-5', max_tokens: 500, system: `Help Ada. ${text}`, messages };
const message = await new Anthropic().messages.create(request);
console.log(message.content.map((part) => part.text ?? '').join('')); // Green tea.
await close();
