import { foldText } from '../text/index.ts';

/** Zero to twelve in English, Chinese, Spanish, German, French, Italian, Portuguese, Russian, Korean, Arabic and Hindi. */
const counts = new Map(
  [
    'zero one two three four five six seven eight nine ten eleven twelve',
    '零 一 二 三 四 五 六 七 八 九 十 十一 十二',
    'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce',
    'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
    'zéro un deux trois quatre cinq six sept huit neuf dix onze douze',
    'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici',
    'zero um dois três quatro cinco seis sete oito nove dez onze doze',
    'ноль один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать',
    '영 하나 둘 셋 넷 다섯 여섯 일곱 여덟 아홉 열 열하나 열둘',
    'صفر واحد اثنين ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة',
    'शून्य एक दो तीन चार पाँच छह सात आठ नौ दस ग्यारह बारह',
  ].flatMap((line) =>
    foldText(line)
      .split(' ')
      .map((word, value): [string, number] => [word, value]),
  ),
);
/** `one` is an article in many languages. */
const article = /^(?:one|uno|un|um|eins|एक|一)$/u;
const multiples: Record<string, number> = { k: 1e3, m: 1e6, 万: 1e4, 千: 1e3, 百: 100, 十: 10 };

/** The number of a folded word; undefined: not a number. Dates and times are numbers of their own. */
export function numberOf(word: string): number | undefined {
  const known = article.test(word) ? undefined : counts.get(word);
  if (known !== undefined) return known;
  const digits = word.replace(/[\u0660-\u0669\u0966-\u096f]/g, (digit) =>
    String(digit.charCodeAt(0) & 0xf),
  );
  const found = /^(\d[\d.,:/-]*?)(k|m|万|千)?\p{L}{0,3}$/u.exec(digits);
  if (found === null) return chineseNumber(word);
  const plain = (found[1] as string).replace(/[.,](?=\d{3}(?!\d))/g, '').replace(',', '.');
  const value = Number(plain);
  if (Number.isNaN(value)) return Number(plain.replace(/\D/g, '')) + 0.5;
  return value * (multiples[found[2] ?? ''] ?? 1);
}

const chinese =
  /^([零〇一二两兩三四五六七八九十百千万半]+)[个個位次年月日号號点點岁歲只隻天元块塊杯台条條件人小时時分钟鐘周週]{0,2}$/u;

function chineseNumber(word: string): number | undefined {
  const digits = chinese.exec(word)?.[1];
  if (digits === undefined || digits === '一') return undefined;
  let [sum, last] = [0, 0];
  for (const digit of digits.replace(/[两兩]/g, '二').replace(/〇/g, '零')) {
    const multiple = multiples[digit];
    if (digit === '半') sum += 0.5;
    else if (multiple === undefined) last = counts.get(digit) ?? 0;
    else {
      sum = multiple >= 1e4 ? (sum + last) * multiple : sum + Math.max(1, last) * multiple;
      last = 0;
    }
  }
  return sum + last;
}
