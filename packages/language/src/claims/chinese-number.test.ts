import { expect, test } from 'vitest';
import { readChineseNumber } from './chinese-number.ts';

test.each([
  ['三', '3'],
  ['十二', '12'],
  ['二十', '20'],
  ['一百零五', '105'],
  ['两千三百', '2300'],
  ['三万五千', '35000'],
  ['一亿', '100000000'],
  ['二〇二六', '2026'],
])('%s is %s', (numerals, value) => {
  expect(readChineseNumber(`${numerals}个`, 0)).toEqual({ value, length: numerals.length });
});

test.each(['一个', '万一', '你好', '千万别'])('%s begins with no number', (text) => {
  expect(readChineseNumber(text, 0)).toBeUndefined();
});

test('一 counts beside a unit of time', () => {
  expect(readChineseNumber('一月', 0)).toEqual({ value: '1', length: 1 });
  expect(readChineseNumber('周一', 1)).toEqual({ value: '1', length: 1 });
});
