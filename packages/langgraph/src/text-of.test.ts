import { describe, expect, it } from 'vitest';
import { textOf } from './text-of.ts';

describe('what is indexed of a value', () => {
  const value = {
    title: 'Log',
    author: { name: 'Ada' },
    chapters: [{ content: 'one', n: 1 }, { content: 'two' }],
    tags: ['a', 'b'],
    none: null,
  };
  it.each([
    ['title', 'Log'],
    ['author.name', 'Ada'],
    ['author', 'Ada'],
    ['chapters[*].content', 'one\ntwo'],
    ['chapters[0]', 'content: one\nn: 1'],
    ['tags[-1]', 'b'],
    ['tags[7]', undefined],
    ['title[0]', undefined],
    ['{title,author.name}', 'Log\nAda'],
    ['author.*', 'Ada'],
    ['none', undefined],
    ['constructor', undefined],
    ['missing.deeper', undefined],
    ['$', 'title: Log\nname: Ada\ncontent: one\nn: 1\ncontent: two\ntags: a\ntags: b'],
  ])('at %s is %j', (path, text) => {
    expect(textOf(value, [path])).toBe(text);
  });
});
