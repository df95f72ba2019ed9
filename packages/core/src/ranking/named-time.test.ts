import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namedSpans, namedTime } from './named-time.ts';

/** A Wednesday. */
const now = '2026-03-18T10:00:00.000Z';

/** Those of the given days that are within the time named in the query. */
function passing(query: string, times: readonly string[]): string[] | undefined {
  const fit = namedTime(query, now);
  return fit && times.filter((time) => fit(`${time}T12:00:00.000Z`) >= 0.6);
}

/** The first and the last day that fit, among those from December 2023 to the end of 2026. */
function spanOf(query: string): [string | undefined, string | undefined] {
  const start = Date.UTC(2023, 11, 1);
  const days = Array.from({ length: 1126 }, (_, index) =>
    new Date(start + index * 86_400_000).toISOString().slice(0, 10),
  );
  const found = passing(query, days) ?? [];
  return [found[0], found.at(-1)];
}

describe('namedTime', () => {
  it('finds months, of any year or of the year named', () => {
    const times = ['2024-05-10', '2025-05-31', '2025-06-01'];
    expect(passing('What happened in May?', times)).toEqual(['2024-05-10', '2025-05-31']);
    expect(passing('What happened in May 2025?', times)).toEqual(['2025-05-31']);
    expect(passing('2025年5月发生了什么？', times)).toEqual(['2025-05-31']);
    expect(passing('6月呢？', times)).toEqual(['2025-06-01']);
  });

  it.each([
    'What did Ada cook on 25.01.2024?',
    'on January 25, 2024',
    'on Jan. 25th, 2024',
    'on 25 Jan 2024',
    'the 25th of January 2024',
    'on 25 January, 2024',
    '2024-01-25',
    '2024/1/25',
    '25/01/2024',
    '01/25/2024',
    '25-1-2024',
    '2024年1月25日',
    '2024年1月25号我吃了什么？',
  ])('knows the day in %s', (query) => {
    expect(spanOf(query)).toEqual(['2024-01-25', '2024-01-25']);
  });

  it.each([
    'What happened on Jan 5th?',
    '5 January',
    'the 5th of Jan',
    '1月5日去了哪里？',
    '1月5号',
  ])('knows a day of any year in %s', (query) => {
    expect(passing(query, ['2024-01-05', '2024-01-06', '2025-01-05', '2025-02-05'])).toEqual([
      '2024-01-05',
      '2025-01-05',
    ]);
  });

  it.each([
    ['三月呢？', ['2026-03-01', '2026-03-31']],
    ['十二月份', ['2025-12-01', '2025-12-31']],
    ['三月八日', ['2026-03-08', '2026-03-08']],
    ['3月上旬', ['2026-03-01', '2026-03-10']],
    ['2025年6月中旬', ['2025-06-11', '2025-06-20']],
    ['二月底', ['2026-02-21', '2026-02-28']],
    ['in early May', ['2025-05-01', '2025-05-10']],
    ['mid-May 2024', ['2024-05-11', '2024-05-20']],
    ['at the end of February', ['2026-02-21', '2026-02-28']],
    ['What happened in May?', ['2025-05-01', '2025-05-31']],
    ['on May 3rd', ['2025-05-03', '2025-05-03']],
  ])('reads %s as a range of days, the latest if no year is named', (query, days) => {
    const spans = namedSpans(query, now).map(({ from, before }) => [
      from.slice(0, 10),
      new Date(Date.parse(before) - 1).toISOString().slice(0, 10),
    ]);
    expect(spans).toEqual([days]);
  });

  it('matches both readings of an ambiguous day and month', () => {
    const times = ['2024-05-04', '2024-04-05', '2024-05-05'];
    expect(passing('on 04/05/2024', times)).toEqual(['2024-05-04', '2024-04-05']);
    expect(passing('am 04.05.2024', times)).toEqual(['2024-05-04']);
  });

  it('fits nearby days less than the day itself, and the rest of its month even less', () => {
    const fit = namedTime('on 20 May 2025', now);
    const fits = ['2025-05-20', '2025-05-21', '2025-05-03', '2025-04-20'].map((day) =>
      fit?.(`${day}T09:00:00.000Z`),
    );
    expect(fits).toEqual([...fits].sort((a, b) => Number(b) - Number(a)));
    expect(new Set(fits).size).toBe(4);
    expect(fits[3]).toBe(0);
  });

  it.each([
    ['What did I do yesterday?', '2026-03-17', '2026-03-17'],
    ['what did we eat the day before yesterday', '2026-03-16', '2026-03-16'],
    ['前天我吃了什么？', '2026-03-16', '2026-03-16'],
    ['大前天呢？', '2026-03-15', '2026-03-15'],
    ['昨晚我们聊了什么', '2026-03-17', '2026-03-17'],
    ['Whom did I meet last Friday?', '2026-03-13', '2026-03-13'],
    ['Whom did I meet on Wednesday?', '2026-03-11', '2026-03-11'],
    ['上周五见了谁？', '2026-03-13', '2026-03-13'],
    ['上个星期一', '2026-03-09', '2026-03-09'],
    ['周二开了什么会？', '2026-03-17', '2026-03-17'],
    ['this Friday', '2026-03-20', '2026-03-20'],
    ['And last week?', '2026-03-09', '2026-03-15'],
    ['上周呢', '2026-03-09', '2026-03-15'],
    ['last weekend', '2026-03-14', '2026-03-15'],
    ['上周末去了哪里', '2026-03-14', '2026-03-15'],
    ['the week before last', '2026-03-02', '2026-03-08'],
    ['two days ago', '2026-03-16', '2026-03-16'],
    ['3天前', '2026-03-15', '2026-03-15'],
    ['What broke three weeks ago?', '2026-02-22', '2026-02-28'],
    ['三周前什么坏了？', '2026-02-22', '2026-02-28'],
    ['a couple of weeks ago', '2026-03-01', '2026-03-07'],
    ['两个星期前', '2026-03-01', '2026-03-07'],
    ['in the last ten days', '2026-03-08', '2026-03-18'],
    ['过去十天', '2026-03-08', '2026-03-18'],
    ['上个月去了哪里？', '2026-02-01', '2026-02-28'],
    ['两个月前', '2026-01-03', '2026-02-02'],
    ['Who came last year?', '2025-01-01', '2025-12-31'],
    ['in 2024', '2024-01-01', '2024-12-31'],
    ['on 30 February 2025', '2025-02-28', '2025-02-28'],
    ['on 29 February 2025', '2025-02-28', '2025-02-28'],
    ['2024年发生了什么？', '2024-01-01', '2024-12-31'],
    ['Who came last summer?', '2025-06-01', '2025-08-31'],
    ['What broke last winter?', '2025-12-01', '2026-02-28'],
  ])('counts from now: %s', (query, first, last) => {
    expect(spanOf(query)).toEqual([first, last]);
  });

  it.each([
    ['Was war gestern?', '2026-03-17', '2026-03-17'],
    ['Was haben wir letzte Woche beschlossen?', '2026-03-09', '2026-03-15'],
    ['Und vorletzte Woche?', '2026-03-02', '2026-03-08'],
    ['Wer kam letzten Monat?', '2026-02-01', '2026-02-28'],
    ['Was war im vergangenen Jahr?', '2025-01-01', '2025-12-31'],
    ['Was war vor zwei Tagen?', '2026-03-16', '2026-03-16'],
    ['Was ging vor drei Wochen kaputt?', '2026-02-22', '2026-02-28'],
    ['In den letzten zehn Tagen?', '2026-03-08', '2026-03-18'],
    ['Wen traf ich am Freitag?', '2026-03-13', '2026-03-13'],
    ['Was war am 5. Januar 2025?', '2025-01-05', '2025-01-05'],
    ['Was war im Mai 2025?', '2025-05-01', '2025-05-31'],
    ['Was war letzten Sommer?', '2025-06-01', '2025-08-31'],
    ['¿Qué hicimos anteayer?', '2026-03-16', '2026-03-16'],
    ['¿Qué decidimos la semana pasada?', '2026-03-09', '2026-03-15'],
    ['¿Qué hicimos el mes pasado?', '2026-02-01', '2026-02-28'],
    ['¿Qué pasó hace tres semanas?', '2026-02-22', '2026-02-28'],
    ['¿Qué pasó el viernes?', '2026-03-13', '2026-03-13'],
    ['¿Qué pasó el 5 de enero de 2025?', '2025-01-05', '2025-01-05'],
    ['¿Qué pasó el año pasado?', '2025-01-01', '2025-12-31'],
    ['Qu’avons-nous fait hier ?', '2026-03-17', '2026-03-17'],
    ['Qui est venu avant-hier ?', '2026-03-16', '2026-03-16'],
    ['Qu’avons-nous décidé la semaine dernière ?', '2026-03-09', '2026-03-15'],
    ['Et le mois dernier ?', '2026-02-01', '2026-02-28'],
    ['Et il y a trois semaines ?', '2026-02-22', '2026-02-28'],
    ['Qui est venu vendredi ?', '2026-03-13', '2026-03-13'],
    ['Et le 1er février 2025 ?', '2025-02-01', '2025-02-01'],
    ['一昨日何をした？', '2026-03-16', '2026-03-16'],
    ['先週何を決めた？', '2026-03-09', '2026-03-15'],
    ['先週の月曜日は？', '2026-03-09', '2026-03-09'],
    ['金曜日に誰に会った？', '2026-03-13', '2026-03-13'],
    ['先月何を決めた？', '2026-02-01', '2026-02-28'],
    ['三週間前に何があった？', '2026-02-22', '2026-02-28'],
    ['昨年は？', '2025-01-01', '2025-12-31'],
    ['어제 뭐 했지?', '2026-03-17', '2026-03-17'],
    ['지난주에 뭐 결정했지?', '2026-03-09', '2026-03-15'],
    ['지난주 월요일에는?', '2026-03-09', '2026-03-09'],
    ['지난달에 뭐 결정했지?', '2026-02-01', '2026-02-28'],
    ['삼 주 전에 뭐가 고장났지?', '2026-02-22', '2026-02-28'],
    ['2025년 5월에는?', '2025-05-01', '2025-05-31'],
    ['작년에 누가 왔지?', '2025-01-01', '2025-12-31'],
  ])('knows the words of other languages: %s', (query, first, last) => {
    expect(spanOf(query)).toEqual([first, last]);
  });

  it.each(['im Dezember', 'en diciembre', 'en décembre', '12月に', '12월에'])(
    'finds a month of any year: %s',
    (query) => {
      expect(passing(query, ['2024-12-10', '2025-12-20', '2026-01-02'])).toEqual([
        '2024-12-10',
        '2025-12-20',
      ]);
    },
  );

  it('finds no time in words that only look like one', () => {
    const queries =
      'Was ist hier passiert?|Mai Lin kocht|Marta y Mayo|mission to Mars|La marche|きょうだいは何人？|이 일은 누가 해?|May I ask who marched?|We march on|Who is Ada?||Jan and Mar like April’s cat?|Which of the 12 monkeys?|version 1.2.2024.1|call 555-12-2024|三个月的猫|一月一次|周三个人|a few days|the Sunday school';
    for (const query of queries.split('|')) expect(namedTime(query, now), query).toBeUndefined();
  });

  it('accepts any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (query) => {
        namedTime(query, now)?.(now);
      }),
    );
  });
});
