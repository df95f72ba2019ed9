import { expect, it } from 'vitest';
import { cachedByText } from './cached-by-text.ts';

function counted(most: number) {
  const made: string[] = [];
  const read = cachedByText((text) => {
    made.push(text);
    return text === 'none' ? undefined : text.length;
  }, most);
  return { made, read };
}

it('computes a value once per text, even if it is undefined', () => {
  const { made, read } = counted(10);
  expect([read('one'), read('none'), read('one'), read('none')]).toEqual([
    3,
    undefined,
    3,
    undefined,
  ]);
  expect(made).toEqual(['one', 'none']);
});

it('drops texts that were not used recently', () => {
  const { made, read } = counted(2);
  for (const text of ['a', 'b', 'c', 'a', 'd', 'e', 'f', 'g', 'h', 'a']) read(text);
  expect(made.filter((text) => text === 'a')).toHaveLength(2);
});

it('does not cache long texts', () => {
  const { made, read } = counted(2);
  const long = 'x'.repeat(401);
  expect([read(long), read(long)]).toEqual([401, 401]);
  expect(made).toHaveLength(2);
});
