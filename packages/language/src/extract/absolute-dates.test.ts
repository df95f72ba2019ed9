import { describe, expect, it } from 'vitest';
import { absoluteDates } from './absolute-dates.ts';

/** A Monday. */
const saidAt = '2026-03-09T18:30:00.000Z';

describe('relative dates become absolute, counted from the day of the turn', () => {
  it.each([
    ['The user went to the dentist yesterday', 'The user went to the dentist on 2026-03-08'],
    ['Ada flies to Oslo tomorrow morning', 'Ada flies to Oslo on 2026-03-10'],
    ['Ada flies to Oslo tomorrow afternoon', 'Ada flies to Oslo on 2026-03-10'],
    ['Ada met Ben yesterday afternoon', 'Ada met Ben on 2026-03-08'],
    ['Ada sends the report by tomorrow', 'Ada sends the report by 2026-03-10'],
    ['The user lost a ring the day before yesterday', 'The user lost a ring on 2026-03-07'],
    ['Tonight Ada cooks for six', 'On 2026-03-09 Ada cooks for six'],
    ['Ada moved to Bergen last year', 'Ada moved to Bergen in 2025'],
    ['Ada has worked there since last year', 'Ada has worked there since 2025'],
    ['Ada starts at Nordlys next month', 'Ada starts at Nordlys in April 2026'],
    ['The launch is at the end of next month', 'The launch is at the end of April 2026'],
    ['Ada met Ben two weeks ago', 'Ada met Ben around 2026-02-23'],
    ['Ada quit smoking three years ago', 'Ada quit smoking in 2023'],
    ['Ada gets the keys in 3 days', 'Ada gets the keys on 2026-03-12'],
    ['Ada will marry in two years', 'Ada will marry in 2028'],
    ['Ada finished the novel in two days', 'Ada finished the novel in two days'],
    ['Ada saw Ben last Friday', 'Ada saw Ben on 2026-03-06'],
    ['Ada has an exam next Tuesday', 'Ada has an exam on 2026-03-17'],
    ['Ada will visit Ben on Friday', 'Ada will visit Ben on 2026-03-13'],
    ['Ada visited Ben on Friday', 'Ada visited Ben on 2026-03-06'],
    ['Ada said on Friday that she will quit', 'Ada said on 2026-03-06 that she will quit'],
    ['Ada works Monday to Friday', 'Ada works Monday to Friday'],
    ['Ada worked Monday to Friday', 'Ada worked Monday to Friday'],
    ['Ada has an exam on Tuesday at 3pm', 'Ada has an exam on 2026-03-10 at 3pm'],
    ['Ada watches Saturday Night Live', 'Ada watches Saturday Night Live'],
    ['Black Friday is when Ada buys gifts', 'Black Friday is when Ada buys gifts'],
    ['Ada must renew her passport before July', 'Ada must renew her passport before July 2026'],
    ['Ada was promoted a few months ago', 'Ada was promoted around December 2025'],
    ["Tomorrow's meeting is with Ben", "2026-03-10's meeting is with Ben"],
    ['Ada plans a trip the week after next', 'Ada plans a trip in the week of 2026-03-23'],
    ['Ada is in Rome since Sunday', 'Ada is in Rome since 2026-03-08'],
    ['Ada is vegan since June', 'Ada is vegan since June 2025'],
    ['Ada is married since 12 June', 'Ada is married since 2025-06-12'],
    ['The talk was moved to Friday', 'The talk was moved to 2026-03-13'],
    ['Ada promised to call on Friday', 'Ada promised to call on 2026-03-13'],
    ['Ada bought wine for Friday', 'Ada bought wine for 2026-03-13'],
    ['Ada is away until Friday, she told me', 'Ada is away until 2026-03-13, she told me'],
    ['Ada was away until Friday', 'Ada was away until Friday'],
    ['Ada was told to come on Friday', 'Ada was told to come on 2026-03-13'],
    ['Ada moved half a month ago', 'Ada moved around 2026-02-22'],
    ['Ada moved half a year ago', 'Ada moved around September 2025'],
    ['Ada gives the talk today week', 'Ada gives the talk on 2026-03-16'],
    ['Ada left a fortnight ago', 'Ada left on 2026-02-23'],
    ['Ada swims every Friday', 'Ada swims every Friday'],
    ['Ada swims on Fridays', 'Ada swims on Fridays'],
    ['Ada travelled to Peru last summer', 'Ada travelled to Peru in summer 2025'],
    ['Ada visits her parents this weekend', 'Ada visits her parents on the weekend of 2026-03-14'],
    ['The thesis is due on 4 May', 'The thesis is due on 2026-05-04'],
    ['The thesis is due on Monday, 4 May', 'The thesis is due on 2026-05-04'],
    ['The thesis is due on the 2nd of May', 'The thesis is due on 2026-05-02'],
    ['The thesis is due on 31 February', 'The thesis is due on 31 February'],
    ['Ada flies to Oslo the coming weekend', 'Ada flies to Oslo on the weekend of 2026-03-14'],
    ['Ada must renew her passport by july', 'Ada must renew her passport by July 2026'],
    ["Ada's birthday is on 4 May", "Ada's birthday is on 4 May"],
    ['Ada visited Rome in October', 'Ada visited Rome in October 2025'],
    ['Ada has lived in Oslo for the past three years', 'Ada has lived in Oslo since 2023'],
    ['Ada likes the song "Yesterday"', 'Ada likes the song "Yesterday"'],
    ['Ada was born in 1990', 'Ada was born in 1990'],
    [
      'Ada is on holiday in the last week of August',
      'Ada is on holiday in the last week of August',
    ],
    ['Ada may change her last name', 'Ada may change her last name'],
  ])('%s', (said, dated) => {
    expect(absoluteDates(said, saidAt)).toEqual({ text: dated, unresolved: undefined });
  });

  it.each([
    ['用户昨天去看了牙医', '用户2026年3月8日去看了牙医'],
    ['用户明天早上飞奥斯陆', '用户2026年3月10日早上飞奥斯陆'],
    ['用户后天搬家', '用户2026年3月11日搬家'],
    ['用户去年搬到了上海', '用户2025年搬到了上海'],
    ['用户去年5月结婚', '用户2025年5月结婚'],
    ['用户下周三要做手术', '用户2026年3月18日要做手术'],
    ['用户上周五见了小李', '用户2026年3月6日见了小李'],
    ['用户这周末去爬山', '用户2026年3月14日那个周末去爬山'],
    ['用户下个月换工作', '用户2026年4月换工作'],
    ['用户三年前戒了烟', '用户2023年戒了烟'],
    ['用户半年前离婚了', '用户2025年9月离婚了'],
    ['用户两周后要考试', '用户2026年3月23日前后要考试'],
    ['用户周五要交论文', '用户2026年3月13日要交论文'],
    ['用户每周五游泳', '用户每周五游泳'],
    ['用户的生日是5月4日', '用户的生日是5月4日'],
    ['用户5月4日要去日本', '用户2026年5月4日要去日本'],
    ['用户喜欢《明天会更好》', '用户喜欢《明天会更好》'],
    ['用户对青霉素过敏', '用户对青霉素过敏'],
    ['用户2024年3月去了冰岛', '用户2024年3月去了冰岛'],
  ])('%s', (said, dated) => {
    expect(absoluteDates(said, saidAt)).toEqual({ text: dated, unresolved: undefined });
  });

  it('does not resolve a day that only another turn names', () => {
    expect(absoluteDates('Ada flew home the next day', saidAt).unresolved).toBe('the next day');
    expect(absoluteDates('用户第二天回家了', saidAt).unresolved).toBe('第二天');
    const named = 'Ada married on 2025-06-01 and left the next day';
    expect(absoluteDates(named, saidAt)).toEqual({ text: named, unresolved: undefined });
  });

  it.each([
    'I gave myself a pottery course, starting on 8 January',
    'Tom signed me up for a race on 15 November, and I am allowed no opinion',
    'We signed a contract in October',
  ])('leaves out the year if the day would be most of a year ago: %s', (text) => {
    expect(absoluteDates(text, '2025-09-05T09:00:00.000Z').text).toBe(text);
  });

  it('uses the last day of a month without such a day', () => {
    expect(absoluteDates('Ada paid a month ago', '2026-03-31T09:00:00.000Z').text).toBe(
      'Ada paid in February 2026',
    );
  });
});
