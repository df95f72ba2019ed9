// Adds memories of a user to the system prompt of one plain call. No agent, no tools.
//   ANTHROPIC_API_KEY=… node prefetch.mjs "Which tea shall I buy?"
import { Anthropic } from '@anthropic-ai/sdk';
import { prefetch } from '@mneme/agent';
import { terminalText } from '@mneme/core';
import { openMemory } from '@mneme/runtime';

const question = process.argv[2] ?? 'Which tea shall I buy?';
const { memory, close } = await openMemory({ db: process.env.MNEME_DB ?? 'sqlite:prefetch.db' });
const ada = memory.scope('ada');
await ada.store({ content: 'Ada prefers green tea', category: 'user_preference', importance: 5 });

const block = await prefetch(ada, question, { tokenBudget: 800, timeoutMs: 500 });
const message = await new Anthropic().messages.create({
  model: process.env.MODEL ?? 'claude-sonnet-5-5',
  max_tokens: 500,
  system: [{ type: 'text', text: 'You help Ada shop.' }, ...partsOf(block)],
  messages: [{ role: 'user', content: question }],
});

/** The cache breakpoint is after the profile, which changes only when a fact does. */
function partsOf({ text, parts }) {
  if (parts === undefined) return [];
  const { profileText } = parts;
  return [
    { type: 'text', text: profileText, cache_control: { type: 'ephemeral' } },
    { type: 'text', text: text.slice(profileText.length) },
  ].filter((part) => part.text !== '');
}

// A model's answer may contain terminal control sequences.
console.log(terminalText(message.content.map((part) => part.text ?? '').join('')));
await close();
