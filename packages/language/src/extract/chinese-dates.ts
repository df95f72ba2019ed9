import {
  chineseDay,
  chineseMonth,
  countOf,
  dayOf,
  mondayOf,
  nearestWeekday,
  shifted,
  unitOf,
  type Way,
  weekdayNumber,
  weekdayOf,
  yearMeant,
} from '../text/index.ts';
import { type DateRule, type FoundDate, mark } from './write-dates.ts';

const counted = '(?<count>\\d{1,3}|[一二三四五六七八九十两]{1,3}|半(?=年))';
const number = '\\d{1,2}|[一二三四五六七八九十]{1,3}';
const weekday = '(?:周|星期|礼拜)(?<day>[一二三四五六日天])';
/** Days, weeks, months or years from now: 上上 is two back, 大后 three ahead. */
const steps: Record<string, number> = {
  前: -2,
  昨: -1,
  去: -1,
  上: -1,
  明: 1,
  下: 1,
  后: 2,
  後: 2,
};
const ahead = /会|要|将|打算|计划|准备|预约|约了|安排|定于|截止|出发|计畫|前(?:要|得|必须)|到期/;
const behind = /了|过(?!敏|期|程|年|节)|曾|刚/;
const yearly = /生日|每年|纪念日|出生|周年|每逢/;

function stepsTo(word: string): number {
  const sum = [...word].reduce((sum, character) => sum + (steps[character] ?? 0), 0);
  return word.startsWith('大') ? sum + Math.sign(sum) : sum;
}

function direction(text: string): Way | 0 {
  const future = ahead.test(text);
  const past = behind.test(text.replace(/约了|订了|买了|定了/g, ''));
  if (future === past) return 0;
  return future ? 1 : -1;
}

/** 从周一起 looks back if it goes on, 到周五 and 改到周五 look ahead; else the words of the text decide. */
function directionTo({ before, after, whole }: FoundDate): Way | 0 {
  if (/(?:[直截改推延调挪]?(?:到|至)了?|改在|推迟到|延期到)$/u.test(before)) return 1;
  if (/^(?:之?前|为止|截止)/u.test(after)) return 1;
  if (/[从自]$/u.test(before) && /^(?:以来|就|起.*(?:了|一直))/u.test(after)) return -1;
  return direction(whole);
}

/** With the part of the day in the word. */
function dayWith(word: string, date: Date): string {
  const part = /[晚夜]/.test(word) ? '晚上' : /[早晨]/.test(word) ? '早上' : '';
  return chineseDay(date) + part;
}

/** The rules for Chinese dates. */
export const datesInChinese: readonly DateRule[] = [
  [
    /大前天|大[后後]天|前[天晚]|昨[天日晚夜]|今(?:天|晚|早|晨|夜|日(?!头条))|明[天晚早]|明日(?!方舟)|[后後]天(?![性的])/gu,
    (_, at, { match }) => dayWith(match, shifted(at, stepsTo(match), 'day')),
  ],
  [
    /(?<which>上上|下下|上|这|這|本|下)个?(?:周|星期|礼拜)(?:(?<day>[一二三四五六日天])(?!个)|(?<end>末))?/gu,
    ({ which, day, end }, at) => {
      const place = stepsTo(which);
      if (day !== '') return chineseDay(weekdayOf(at, weekdayNumber(day), place));
      if (end !== '') return `${chineseDay(weekdayOf(at, 5, place))}那个周末`;
      return `${chineseDay(mondayOf(at, place))}那一周`;
    },
  ],
  [
    new RegExp(`(?<which>上上|下下|上|这|這|本|下)个?月(?!经)(?:(?<day>${number})[日号號])?`, 'gu'),
    ({ which, day }, at) => {
      const month = chineseMonth(shifted(at, stepsTo(which), 'month'));
      return day === '' ? month : `${month}${countOf(day)}日`;
    },
  ],
  [
    new RegExp(
      `(?<!第)${counted}(?<end>个半)?个?(?<unit>天|日|周|星期|礼拜|月|年)(?<way>以前|之前|前|以后|之后|后|後)(?!辈)`,
      'gu',
    ),
    ({ count, unit, end: half, way }, at, { match }) => {
      if (half !== '' || (unit === '月' && !match.includes('个'))) return undefined;
      const halfYear = count === '半';
      const of = halfYear ? 'month' : unitOf(unit);
      const many = halfYear ? 6 : countOf(count);
      const time = shifted(at, many * (way.includes('前') ? -1 : 1), of);
      if (of === 'year') return `${time.getUTCFullYear()}年`;
      if (of === 'month') return chineseMonth(time);
      return of === 'week' ? `${chineseDay(time)}前后` : chineseDay(time);
    },
  ],
  [
    /(?<!\d)(?:前年|去年|今年|明年|[后後]年)(?=[^\d]|\d{1,2}月|\d+岁|$)/gu,
    (_, at, { match }) => `${at.getUTCFullYear() + stepsTo(match)}年`,
  ],
  [
    new RegExp(
      `(?<![每逢上下这本隔一二三四五六日天到至、年月日周${mark}])${weekday}(?![个至到、一二三四五六日天])`,
      'gu',
    ),
    ({ day }, at, found) => {
      const { match, whole } = found;
      if (/每|通常|一般|经常|总是/.test(whole)) return undefined;
      const way = directionTo(found);
      return way === 0
        ? `${match}（${chineseDay(at)}说的）`
        : chineseDay(nearestWeekday(at, weekdayNumber(day), way));
    },
  ],
  [
    new RegExp(`(?<![\\d年${mark}])(?<month>1[0-2]|0?[1-9])月(?<day>\\d{1,2})[日号號]`, 'gu'),
    ({ month, day }, at, found) => {
      const { whole } = found;
      const toward = directionTo(found);
      if (toward === 0 || yearly.test(whole)) return undefined;
      const named = { month: Number(month) - 1, day: Number(day) };
      const year = yearMeant(at, named, toward);
      const date = year === undefined ? undefined : dayOf({ ...named, year });
      return date && chineseDay(date);
    },
  ],
];
