/** Each at the index of its value. */
const numberWords = 'zero one two three four five six seven eight nine ten eleven twelve'.split(
  ' ',
);
/** The English numbers that `countOf` reads, as a group of a pattern. */
export const englishCount = String.raw`(?<count>\d{1,3}|an?|${numberWords.slice(1).join('|')}|(?:a )?couple(?: of)?|(?:a )?few|several)`;
const chineseDigits = '零一二三四五六七八九十';
/** The value of `a few` and 几. */
const some = 3;

/** The value of a count, up to 99 in words: `12`, `an`, `a couple of`, 二十三, 半. */
export function countOf(text: string): number {
  const word = text.toLowerCase();
  if (/^\d/.test(word)) return Number(word);
  if (/^an?$/.test(word)) return 1;
  if (word === '半') return 0.5;
  if (/couple|[两兩]/u.test(word)) return 2;
  const english = numberWords.indexOf(word);
  if (english > 0) return english;
  const [tens, ones] = word.split('十') as [string, string?];
  if (ones !== undefined)
    return (
      (tens === '' ? 1 : chineseDigits.indexOf(tens)) * 10 +
      (ones === '' ? 0 : chineseDigits.indexOf(ones))
    );
  const digit = chineseDigits.indexOf(word);
  return digit > 0 ? digit : some;
}
