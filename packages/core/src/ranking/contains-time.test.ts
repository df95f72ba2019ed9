import { expect, it } from 'vitest';
import { asksWhen, containsTime } from './contains-time.ts';

it('recognises a question about a time', () => {
  for (const query of [
    'When did Ada move?',
    'What year was it?',
    'How long did it last?',
    '会议几点开始？',
  ])
    expect(asksWhen(query), query).toBe(true);
  for (const query of ['Where did Ada move?', 'Who is the whenever guy?', '会议在哪里？'])
    expect(asksWhen(query), query).toBe(false);
});

it('recognises a text that states a time', () => {
  for (const content of [
    'I moved yesterday',
    'We met on Friday',
    'two weeks ago it broke',
    'In 1999 it opened',
    'The bus leaves at 7:30 pm',
    'Last summer we sailed',
    '我昨天搬家了',
    '三月开学',
  ])
    expect(containsTime(content), content).toBe(true);
  for (const content of ['I moved to Rome', 'The mayor spoke', '我搬到了北京', ''])
    expect(containsTime(content), content).toBe(false);
});

it('reads only the beginning of a long text', () => {
  expect(containsTime(`${'word '.repeat(400)} yesterday`)).toBe(false);
});
