import { expect, it } from 'vitest';
import { isSmallTalk } from './is-small-talk.ts';

it.each([
  'Thanks!',
  'thank you so much for your help',
  'ok',
  'Hey, how are you doing today?'.replace(' today', ''),
  'That’s great, got it.',
  'haha',
  'One moment please…',
  'good night',
  '👍',
  '?!',
  '',
  '谢谢！',
  '好的，我知道了',
  '哈哈哈',
  '早上好',
  '嗯嗯，继续吧',
])('%j is small talk', (message) => {
  expect(isSmallTalk(message)).toBe(true);
});

it.each([
  'Who am I?',
  'What is my name?',
  'Which tea do I like?',
  'tea?',
  'And Lisbon?',
  'Do you remember me?',
  'What do you know about me?',
  'ok, book the train',
  '2027',
  '我喜欢什么茶？',
  '我叫什么名字？',
  'Danke für den Tee',
  '好的，订火车票',
])('%j is not small talk', (message) => {
  expect(isSmallTalk(message)).toBe(false);
});
