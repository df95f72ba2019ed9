import { describe, expect, it } from 'vitest';
import { asksAboutAuthor } from './query-author.ts';

describe('asksAboutAuthor', () => {
  it.each([
    'Which car did I buy?',
    "What's my sister's name?",
    'How often have we met?',
    'Can you remind me which car I bought?',
    'Could you please tell me where I parked?',
    '我的车停在哪里？',
    '你能告诉我我的车停在哪里吗？',
  ])('%s is about the person asking', (query) => {
    expect(asksAboutAuthor(query)).toBe(true);
  });

  it.each([
    'What did you tell me about cars?',
    'Which film did I recommend to you?',
    '你推荐给我的书叫什么？',
  ])('%s is about both sides', (query) => {
    expect(asksAboutAuthor(query)).toBe(false);
  });

  it.each([
    'Where does Ada live?',
    'Can you show the report?',
    'Who moved to the US?',
    '小王住在哪里？',
  ])('%s is about someone else', (query) => {
    expect(asksAboutAuthor(query)).toBe(false);
  });
});
