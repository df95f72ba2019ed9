import { expect, it } from 'vitest';
import { isAtLeast } from './server-version.ts';

it.each([
  ['1.18.3', false],
  ['1.19.0', true],
  ['1.19.0-dev', true],
  ['1.20.1', true],
  ['2.0.0', true],
  ['0.19.0', false],
  ['', false],
  ['unknown', false],
])('version %j has the features of 1.19: %s', (version, offered) => {
  expect(isAtLeast(version, [1, 19])).toBe(offered);
});
