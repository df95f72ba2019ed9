import { describe, expect, it } from 'vitest';
import { isSelfContained } from './is-self-contained.ts';

describe('a stored fact', () => {
  it.each([
    'Prefers tea',
    'Ada lives in Berlin',
    'So far Ada has run three marathons',
    'Ada will be in Oslo in May',
    'Is allergic to penicillin',
    '用户喜欢茶',
    '对青霉素过敏',
    'Ada bevorzugt kurze Antworten',
    'Ada は東京に住んでいる',
  ])('may be: %s', (text) => {
    expect(isSelfContained(text)).toBe(true);
  });

  it.each([
    'Does Ada like tea?',
    'Where does Ada live',
    'And she likes tea',
    'Yes, exactly',
    'As mentioned above, Ada lives in Berlin',
    'Ada asked for it in this conversation',
    'Tea',
    'Ada was going to say...',
    'Ada likes tea.\nBen likes coffee.',
    `Ada ${'likes tea and '.repeat(100)}`,
    '用户喜欢茶吗？',
    '而且用户喜欢茶',
    '上述药物用户都不能用',
    '茶',
  ])('may not be: %s', (text) => {
    expect(isSelfContained(text)).toBe(false);
  });
});
