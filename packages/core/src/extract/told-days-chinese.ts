import {
  addDays,
  comingWeekday,
  firstMark,
  monthOf,
  nearest,
  type ToldAt,
  weekStart,
} from './calendar.ts';

const digits = '零一二三四五六七八九十';
const number = '(\\d{1,2}|[一二三四五六七八九十]{1,3}|两)';
const weekday = '(?:周|星期|礼拜)([一二三四五六日天])';
type Resolve = (found: string[], at: ToldAt) => string | undefined;

const times: readonly (readonly [RegExp, Resolve])[] = [
  time(`(?:((?:19|20)\\d\\d|明|今|去)年)?${number}月${number}[号日]`, ([of, name, date], at) =>
    dayOf(yearOf(of, at), numberOf(name) - 1, numberOf(date), at),
  ),
  time(`(下|这|本)?个?月${number}[号日]`, ([which, date], at) => {
    const { year, month } = monthOf(at, which === '下' ? 1 : 0);
    return dayOf(year, month, numberOf(date), at);
  }),
  time('大后天', (_, at) => chinese(addDays(at, 3))),
  time('后天', (_, at) => chinese(addDays(at, 2))),
  time('明[天晚早]', (_, at) => chinese(addDays(at, 1))),
  time('昨[天晚]', (_, at) => chinese(addDays(at, -1))),
  time(`下下${weekday}`, ([name], at) => chinese(addDays(weekStart(at), 14 + placeOf(name)))),
  time(`下个?${weekday}`, ([name], at) => chinese(addDays(weekStart(at), 7 + placeOf(name)))),
  time(`(?<!上个?|[每逢]个?)(?:这个?|本)?${weekday}(?![至到])`, ([name], at) =>
    at.future ? chinese(comingWeekday(at, placeOf(name), false)) : undefined,
  ),
  time('下个?周末', (_, at) => `${chinese(addDays(weekStart(at), 12))}那个周末`),
  time('(?:这个?|本)周末', (_, at) => `${chinese(addDays(weekStart(at), 5))}那个周末`),
  time(
    '下个?(?:周|星期|礼拜)(?![一二三四五六日天末])',
    (_, at) => `${chinese(addDays(weekStart(at), 7))}那一周`,
  ),
  time('(下下|下|这|上)个月', ([which = ''], at) =>
    inMonth(monthOf(at, { 下下: 2, 下: 1, 上: -1 }[which] ?? 0)),
  ),
  time(`(?:((?:19|20)\\d\\d|明|今|去)年)?(?<!个)${number}月(?!前|后|内)份?`, ([of, name], at) => {
    const month = numberOf(name) - 1;
    return inMonth({ year: yearOf(of, at) ?? nearest(at, month).year, month });
  }),
  time(`${number}年前`, ([many], at) => `${at.instant.getUTCFullYear() - numberOf(many)}年`),
  time('(明|今|去)年(?![\\d一二三四五六七八九十]+岁)', ([of], at) => `${yearOf(of, at)}年`),
];

function time(pattern: string, resolve: Resolve): readonly [RegExp, Resolve] {
  return [new RegExp(pattern, 'gu'), resolve];
}

/** The text with every time that is counted from when it was said told by the calendar, and how many it names. */
export function withChineseDays(text: string, at: ToldAt): { text: string; days: number } {
  const found: string[] = [];
  let rest = text;
  for (const [pattern, resolve] of times)
    rest = rest.replace(pattern, (whole: string, ...groups) => {
      const values = groups.slice(
        0,
        groups.findIndex((group) => typeof group === 'number'),
      );
      const told = resolve(values as string[], at);
      if (told === undefined) return whole;
      found.push(told);
      return String.fromCharCode(firstMark + found.length - 1);
    });
  return {
    text: rest.replace(/[\uE000-\uE0FF]/g, (mark) => found[mark.charCodeAt(0) - firstMark] ?? ''),
    days: found.length,
  };
}

function dayOf(
  year: number | undefined,
  month: number,
  date: number,
  at: ToldAt,
): string | undefined {
  const instant = new Date(Date.UTC(year ?? nearest(at, month, date).year, month, date));
  return instant.getUTCDate() === date ? chinese(instant.toISOString().slice(0, 10)) : undefined;
}

function yearOf(text: string | undefined, { instant }: ToldAt): number | undefined {
  if (text === undefined) return undefined;
  const now = instant.getUTCFullYear();
  return { 明: now + 1, 今: now, 去: now - 1 }[text] ?? Number(text);
}

function placeOf(name = ''): number {
  return '一二三四五六日'.indexOf(name === '天' ? '日' : name);
}

/** `2026-03-04` as 2026年3月4日. */
function chinese(date: string): string {
  const [year, month, day] = date.split('-').map(Number);
  return `${year}年${month}月${day}日`;
}

function inMonth({ year, month }: { year: number; month: number }): string {
  return `${year}年${month + 1}月`;
}

function numberOf(text = ''): number {
  if (/^\d/.test(text)) return Number(text);
  if (text === '两') return 2;
  const [tens, ones] = text.split('十') as [string, string?];
  if (ones === undefined) return digits.indexOf(text);
  return (tens === '' ? 1 : digits.indexOf(tens)) * 10 + (ones === '' ? 0 : digits.indexOf(ones));
}
