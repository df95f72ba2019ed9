import { describe, expect, it } from 'vitest';
import { searchText } from './dialogue.ts';

const dialogue = [
  { role: 'user', content: 'Which running shoes fit flat feet?' },
  { role: 'assistant', content: [{ type: 'text', text: 'The Gale 4.' }] },
];

describe('the text that a message is searched with', () => {
  it.each(['find others with a better price', 'is it waterproof?', '还有别的吗'])(
    'has the last message of the user before a follow-up: %s',
    (message) => {
      expect(searchText(message, dialogue)).toBe(`Which running shoes fit flat feet?\n${message}`);
    },
  );

  it.each(['where do I keep the spare key', 'best vegan restaurants near Porto'])(
    'is the message alone where it stands alone: %s',
    (message) => {
      expect(searchText(message, dialogue)).toBe(message);
    },
  );

  it('is the message alone without a message before it', () => {
    expect(searchText('find others')).toBe('find others');
    expect(searchText('find others', [{ role: 'assistant', content: 'Hi' }])).toBe('find others');
  });
});
