const digits: Record<string, number> = {
  〇: 0,
  零: 0,
  一: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
};
const powers: Record<string, number> = { 十: 10, 百: 100, 千: 1000 };
const large: Record<string, number> = { 万: 10_000, 亿: 100_000_000 };

/** What makes a single 一 a number and not an article: 一月, 一点, 周一. */
const counted = /[月号日点时年岁楼层级班]/;
const numbered = /[周期拜第]/;
const notFirst = /[百千万亿]/;
const numeral = /[〇零一二两三四五六七八九十百千万亿]/;

/**
 * The value, in decimal digits, of the Chinese numerals at `start`; undefined where there is no number: 一 that
 * means `a`, 万 in 万一.
 */
export function readChineseNumber(
  run: string,
  start: number,
): { value: string; length: number } | undefined {
  const first = run.charAt(start);
  if (!numeral.test(first) || notFirst.test(first)) return undefined;
  let end = start + 1;
  while (end < run.length && numeral.test(run.charAt(end))) end++;
  const numerals = run.slice(start, end);
  const article = !counted.test(run.charAt(end)) && !numbered.test(run.charAt(start - 1));
  if (numerals === '一' && article) return undefined;
  return { value: String(numericValue(numerals)), length: end - start };
}

function numericValue(numerals: string): number {
  if (!/[十百千万亿]/.test(numerals)) {
    return Number([...numerals].map((character) => digits[character]).join(''));
  }
  let total = 0;
  let section = 0;
  let digit: number | undefined;
  for (const character of numerals) {
    const power = powers[character];
    if (digits[character] !== undefined) {
      digit = digits[character];
    } else if (power !== undefined) {
      section += (digit ?? 1) * power;
      digit = undefined;
    } else {
      total = (total + section + (digit ?? 0)) * (large[character] ?? 1);
      section = 0;
      digit = undefined;
    }
  }
  return total + section + (digit ?? 0);
}
