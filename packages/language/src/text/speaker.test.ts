import { expect, it } from 'vitest';
import { isAssistant, isRole, queryNames } from './speaker.ts';

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

it('knows an assistant by what applications call it', () => {
  expect(['assistant', 'AI', ' Bot ', 'tool', '助手', '机器人'].every(isAssistant)).toBe(true);
  expect(['user', 'Ada', '', undefined].map(isAssistant)).toEqual([false, false, false, false]);
});

it('tells those who have a name from those who are called by their side of a dialogue', () => {
  expect(['user', 'Assistant', '用户', 'AI'].map(isRole)).toEqual([true, true, true, true]);
  expect(['Ada', '张曼婷', ''].map(isRole)).toEqual([false, false, false]);
});
