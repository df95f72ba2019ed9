import { expect, it } from 'vitest';
import { queryNames } from './speaker.ts';

it('finds a speaker by the whole name, the first name and with a possessive', () => {
  const names = queryNames("What is Ada's favourite tea, and what did 陈伟 say?");
  expect([names.has('Ada'), names.has('Ada Lovelace'), names.has('陈伟')]).toEqual([
    true,
    true,
    true,
  ]);
});

it('finds no speaker that is not named', () => {
  const names = queryNames('What is the favourite tea?');
  expect([names.has('Ada'), names.has('陈伟'), names.has('')]).toEqual([false, false, false]);
});
