import { describe, expect, it } from 'vitest';
import { readChatMessage } from './chat-message.ts';

describe('a message of a chat API', () => {
  it.each([
    ['OpenAI', { role: 'user', content: 'Hi' }, 'user: Hi'],
    ['OpenAI with a name', { role: 'user', name: 'Ada', content: 'Hi' }, 'Ada: Hi'],
    [
      'OpenAI Responses',
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hi' }] },
      'assistant: Hi',
    ],
    [
      'Anthropic, cut at a citation',
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.' },
          { type: 'text', text: 'The sky ' },
          { type: 'text', text: 'is blue.' },
          { type: 'tool_use', id: 't', name: 'look', input: {} },
          { type: 'text', text: 'Done.' },
        ],
      },
      'assistant: The sky is blue.\n\nDone.',
    ],
    [
      'Anthropic with an image',
      {
        role: 'user',
        content: [
          { type: 'image', source: { type: 'url', url: 'https://x' } },
          { type: 'text', text: 'My cat.' },
          { type: 'text', text: 'Her name is Lu.' },
        ],
      },
      'user: My cat.\n\nHer name is Lu.',
    ],
    [
      'Gemini',
      { role: 'model', parts: [{ text: 'Hm.', thought: true }, { text: 'Hi' }] },
      'assistant: Hi',
    ],
    ['Bedrock', { role: 'user', content: [{ text: 'Hi' }] }, 'user: Hi'],
    ['a list of texts', { role: 'human', content: ['Hi', 'there'] }, 'user: Hi\n\nthere'],
    [
      'Vercel',
      { id: '1', role: 'user', parts: [{ type: 'step-start' }, { type: 'text', text: 'Hi' }] },
      'user: Hi',
    ],
    ['another speaker', { role: 'Ben', content: 'Hi' }, 'Ben: Hi'],
  ])('gives speaker and text: %s', (_, message, said) => {
    const { speaker, content } = readChatMessage(message) ?? {};
    expect(`${speaker}: ${content}`).toBe(said);
  });

  it.each([
    ['instructions', { role: 'system', content: 'Be brief.' }],
    ['instructions', { role: 'developer', content: 'Be brief.' }],
    ['the result of a tool', { role: 'tool', tool_call_id: '1', content: '42' }],
    ['the result of a tool', { role: 'user', content: [{ type: 'tool_result', content: '42' }] }],
    ['a call', { role: 'assistant', content: null, tool_calls: [{}] }],
    ['a call', { role: 'assistant', tool_calls: [{}] }],
    ['an image', { role: 'user', content: [{ type: 'image_url', image_url: {} }] }],
    ['nothing', { role: 'user', content: ' ' }],
  ])('is left out if it is %s', (_, message) => {
    expect(readChatMessage(message)).toBeUndefined();
  });

  it.each([
    [{ role: 5, content: 'Hi' }, 'role'],
    [{ role: '', content: 'Hi' }, 'role'],
    [{ role: 'user' }, 'content'],
    [{ role: 'user', text: 'Hi' }, 'content'],
    [{ role: 'user', content: 5 }, 'content'],
    [{ role: 'user', content: [5] }, 'content'],
    [{ role: 'user', name: 5, content: 'Hi' }, 'name'],
  ])('is refused with the field that is wrong: %j', (message, field) => {
    expect(() => readChatMessage(message)).toThrow(
      expect.objectContaining({ code: 'invalid_input', field }),
    );
  });
});
