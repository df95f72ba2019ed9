import {
  chineseDay,
  mondayOf,
  nearestWeekday,
  shifted,
  type Unit,
  weekdayOf,
  yearOf,
} from './dates.ts';

const digits = '零一二三四五六七八九';
const counted = '(?<count>\\d{1,3}|[一二三四五六七八九十两]{1,3}|半(?=年))';
const units: Record<string, Unit> = {
  ...{ 天: 'day', 日: 'day', 周: 'week', 星期: 'week', 礼拜: 'week', 月: 'month', 年: 'year' },
};
const days: Record<string, number> = {
  ...{ 大前天: -3, 前天: -2, 前晚: -2, 昨天: -1, 昨日: -1, 昨晚: -1, 昨夜: -1 },
  ...{ 今天: 0, 今日: 0, 今晚: 0, 今早: 0, 今晨: 0, 今夜: 0 },
  ...{ 明天: 1, 明日: 1, 明晚: 1, 明早: 1, 后天: 2, 後天: 2, 大后天: 3, 大後天: 3 },
};
const years: Record<string, number> = { 前年: -2, 去年: -1, 今年: 0, 明年: 1, 后年: 2, 後年: 2 };
const places: Record<string, number> = { 上上: -2, 上: -1, 这: 0, 這: 0, 本: 0, 下: 1, 下下: 2 };
const ahead = /会|要|将|打算|计划|准备|预约|约了|安排|定于|截止|出发|计畫|前(?:要|得|必须)|到期/;
const behind = /了|过(?!敏|期|程|年|节)|曾|刚/;
const yearly = /生日|每年|纪念日|出生|周年|每逢/;

function direction(text: string): 1 | -1 | 0 {
  const future = ahead.test(text);
  const past = behind.test(text.replace(/约了|订了|买了|定了/g, ''));
  if (future === past) return 0;
  return future ? 1 : -1;
}

function numberOf(text: string): number {
  if (/^\d/.test(text)) return Number(text);
  if (text === '两') return 2;
  const [tens, ones] = text.split('十') as [string, string?];
  if (ones === undefined) return digits.indexOf(text);
  return (tens === '' ? 1 : digits.indexOf(tens)) * 10 + (ones === '' ? 0 : digits.indexOf(ones));
}

/** With the part of the day that the word had. */
function dayWith(word: string, date: Date): string {
  const part = /[晚夜]/.test(word) ? '晚上' : /[早晨]/.test(word) ? '早上' : '';
  return chineseDay(date) + part;
}

function weekdayNumber(character: string): number {
  return '一二三四五六日'.indexOf(character === '天' ? '日' : character);
}

type Groups = Record<string, string | undefined>;

const rules: [RegExp, (match: string, groups: Groups, at: Date, text: string) => string][] = [
  [
    /大前天|大[后後]天|前[天晚]|昨[天日晚夜]|今(?:天|晚|早|晨|夜|日(?!头条))|明[天晚早]|明日(?!方舟)|[后後]天(?![性的])/gu,
    (match, _, at) => dayWith(match, shifted(at, days[match] ?? 0, 'day')),
  ],
  [
    /(?<which>上上|下下|上|这|這|本|下)个?(?:周|星期|礼拜)(?:(?<day>[一二三四五六日天])(?!个)|(?<end>末))?/gu,
    (_, { which = '', day, end }, at) => {
      const place = places[which] ?? 0;
      if (day !== undefined) return chineseDay(weekdayOf(at, weekdayNumber(day), place));
      if (end !== undefined) return `${chineseDay(weekdayOf(at, 5, place))}的周末`;
      return `${chineseDay(mondayOf(at, place))}那一周`;
    },
  ],
  [
    /(?<which>上上|下下|上|这|這|本|下)个?月(?!经)(?:(?<day>\d{1,2})[日号號])?/gu,
    (_, { which = '', day }, at) => {
      const time = shifted(at, places[which] ?? 0, 'month');
      const month = `${time.getUTCFullYear()}年${time.getUTCMonth() + 1}月`;
      return day === undefined ? month : `${month}${day}日`;
    },
  ],
  [
    new RegExp(
      `(?<!第)${counted}(?<half>个半)?个?(?<unit>天|日|周|星期|礼拜|月|年)(?<way>以前|之前|前|以后|之后|后|後)(?!辈)`,
      'gu',
    ),
    (match, { count = '', unit = '', half, way = '' }, at) => {
      if (half !== undefined || (unit === '月' && !match.includes('个'))) return match;
      const halfYear = count === '半';
      const of = halfYear ? 'month' : (units[unit] ?? 'day');
      const number = halfYear ? 6 : numberOf(count);
      const time = shifted(at, number * (way.includes('前') ? -1 : 1), of);
      if (of === 'year') return `${time.getUTCFullYear()}年`;
      if (of === 'month') return `${time.getUTCFullYear()}年${time.getUTCMonth() + 1}月`;
      return of === 'week' ? `${chineseDay(time)}前后` : chineseDay(time);
    },
  ],
  [
    /(?<!\d)(?:前年|去年|今年|明年|[后後]年)(?=[^\d]|\d{1,2}月|\d+岁|$)/gu,
    (match, _, at) => `${at.getUTCFullYear() + (years[match] ?? 0)}年`,
  ],
  [
    /(?<![每上下这本隔一二三四五六日天到至、年月日周])(?:周|星期|礼拜)(?<day>[一二三四五六日天])(?![个至到、一二三四五六日天])/gu,
    (match, { day = '' }, at, text) => {
      if (/每|通常|一般|经常|总是/.test(text)) return match;
      const toward = direction(text);
      return toward === 0
        ? `${match}（${chineseDay(at)}说的）`
        : chineseDay(nearestWeekday(at, weekdayNumber(day), toward));
    },
  ],
  [
    /(?<![\d年])(?<month>1[0-2]|0?[1-9])月(?<day>\d{1,2})[日号號]/gu,
    (match, { month = '', day = '' }, at, text) => {
      const toward = direction(text);
      if (toward === 0 || yearly.test(text)) return match;
      const named = { month: Number(month) - 1, day: Number(day) };
      return `${yearOf(at, named, toward)}年${Number(month)}月${Number(day)}日`;
    },
  ],
];

/** The text with the days that its words count from `at`. */
export function datesInChinese(text: string, at: Date): string {
  let told = text;
  for (const [pattern, tell] of rules)
    told = told.replace(pattern, (...found) => {
      const groups = (typeof found.at(-1) === 'object' ? found.at(-1) : {}) as Groups;
      return tell(found[0] as string, groups, at, text);
    });
  return told;
}
