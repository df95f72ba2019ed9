import type { Unit } from '@mneme/language/text';

/** Spans with a fixed name, those before others whose names they contain. */
export const spanNames = [
  ...(['dayBeforeYesterday', 'yesterday', 'today', 'lastWeekend', 'thisWeekend'] as const),
  ...(['weekBeforeLast', 'lastWeek', 'thisWeek', 'monthBeforeLast', 'lastMonth'] as const),
  ...(['thisMonth', 'lastSummer', 'lastWinter', 'lastSpring', 'lastAutumn'] as const),
  ...(['yearBeforeLast', 'lastYear', 'thisYear'] as const),
] as const;

/** A span with a fixed name. */
export type SpanName = (typeof spanNames)[number];

/** How a language names times. Patterns; letters of any case. */
export interface TimeWords {
  spans: Partial<Record<SpanName, string>>;
  /** Around a count and a unit: `vor … Tagen`. */
  ago: (amount: string) => string;
  within?: (amount: string) => string;
  units: Record<Unit, string>;
  /** Numbers in words. */
  counts: Readonly<Record<string, number>>;
  /** Monday to Sunday, and what stands before or after a day that has been. */
  weekdays: readonly string[];
  weekday: (day: string) => string;
  /** January to December; none if they are numbers. */
  months?: readonly string[];
  /** A month in a sentence: its name alone may be another word (`Mars`, `Mai`). */
  month?: (name: string) => string;
  /** A year in a sentence. */
  year?: (year: string) => string;
  /** Texts of another language, in which its words mean something else. */
  not?: RegExp;
}

const german: TimeWords = {
  spans: {
    dayBeforeYesterday: 'vorgestern',
    yesterday: 'gestern',
    today: 'heute',
    lastWeekend: '(?:letzte[sn]|vergangene[sn]|vorige[sn]) wochenende',
    thisWeekend: 'diese[sm] wochenende',
    weekBeforeLast: 'vorletzter? woche',
    lastWeek: '(?:letzte|vergangene|vorige)[rn]? woche',
    thisWeek: 'dieser? woche',
    monthBeforeLast: 'vorletzten monat',
    lastMonth: '(?:letzte|vergangene|vorige)[nm] monat',
    thisMonth: 'diese[nm] monat',
    lastSummer: '(?:letzten|vergangenen|vorigen) sommer',
    lastWinter: '(?:letzten|vergangenen|vorigen) winter',
    lastSpring: '(?:letzte[sn]|vergangene[sn]) (?:frühjahr|frühling)',
    lastAutumn: '(?:letzten|vergangenen|vorigen) herbst',
    yearBeforeLast: 'vorletzte[sn] jahr',
    lastYear: '(?:letzte|vergangene|vorige)[snm] jahr',
    thisYear: 'diese[sm] jahr',
  },
  ago: (amount) => `vor ${amount}`,
  within: (amount) => `(?:letzten|vergangenen) ${amount}`,
  units: { day: 'tag(?:en?)?', week: 'wochen?', month: 'monat(?:en?)?', year: 'jahr(?:en?)?' },
  counts: {
    ...{ ein: 1, eine: 1, einem: 1, einer: 1, einen: 1, zwei: 2, drei: 3, vier: 4, fünf: 5 },
    ...{ sechs: 6, sieben: 7, acht: 8, neun: 9, zehn: 10, 'ein paar': 3, einigen: 3 },
  },
  weekdays: 'montag dienstag mittwoch donnerstag freitag (?:samstag|sonnabend) sonntag'.split(' '),
  weekday: (day) => `(?:am|(?:letzten|vergangenen|vorigen)) ${day}`,
  months:
    'januar februar märz april mai juni juli august september oktober november dezember'.split(' '),
  month: (name) => `(?:(?:im|in|seit|anfang|mitte|ende|letzten) |(?<day>\\d{1,2})\\. ?)${name}`,
  year: (year) => `(?:(?:im jahr|in|seit) )${year}`,
};

const spanish: TimeWords = {
  spans: {
    dayBeforeYesterday: 'anteayer|antier|antes de ayer',
    yesterday: 'ayer|anoche',
    today: 'hoy|esta (?:mañana|tarde|noche)',
    lastWeekend: 'fin de semana pasado|último fin de semana',
    thisWeekend: 'este fin de semana',
    weekBeforeLast: 'semana antepasada',
    lastWeek: 'semana pasada|última semana',
    thisWeek: 'esta semana',
    monthBeforeLast: 'mes antepasado',
    lastMonth: 'mes pasado|último mes',
    thisMonth: 'este mes',
    lastSummer: 'verano pasado',
    lastWinter: 'invierno pasado',
    lastSpring: 'primavera pasada',
    lastAutumn: 'otoño pasado',
    yearBeforeLast: 'año antepasado',
    lastYear: 'año pasado|último año',
    thisYear: 'este año',
  },
  ago: (amount) => `(?:hace|hacía) ${amount}`,
  within: (amount) => `últim[ao]s ${amount}`,
  units: { day: 'días?', week: 'semanas?', month: 'mes(?:es)?', year: 'años?' },
  counts: {
    ...{ un: 1, una: 1, dos: 2, tres: 3, cuatro: 4, cinco: 5, seis: 6, siete: 7, ocho: 8 },
    ...{ nueve: 9, diez: 10, 'un par de': 2, unos: 3, unas: 3, algunos: 3, algunas: 3 },
  },
  weekdays: 'lunes martes miércoles jueves viernes sábado domingo'.split(' '),
  weekday: (day) => `(?:el|este|pasado) ${day}`,
  months:
    'enero febrero marzo abril mayo junio julio agosto sep?tiembre octubre noviembre diciembre'.split(
      ' ',
    ),
  month: (name) =>
    `(?:(?:en|desde|hasta|(?<day>\\d{1,2}) de|mes de|principios de|finales de) )${name}`,
  year: (year) => `(?:en|desde|durante|año) ${year}`,
};

const french: TimeWords = {
  spans: {
    dayBeforeYesterday: 'avant-hier',
    yesterday: 'hier',
    today: "aujourd['’]hui|ce (?:matin|soir)|cet après-midi",
    lastWeekend: 'week-?end (?:dernier|passé)',
    thisWeekend: 'ce week-?end',
    lastWeek: 'semaine (?:dernière|passée)',
    thisWeek: 'cette semaine',
    lastMonth: 'mois (?:dernier|passé)',
    thisMonth: 'ce mois(?:-ci)?',
    lastSummer: 'été dernier',
    lastWinter: 'hiver dernier',
    lastSpring: 'printemps dernier',
    lastAutumn: 'automne dernier',
    lastYear: 'an (?:dernier|passé)|année (?:dernière|passée)',
    thisYear: 'cette année',
  },
  ago: (amount) => `(?:il y a|voilà|ça fait) ${amount}`,
  within: (amount) => `(?:ces|les) ${amount} derni[eè]re?s`,
  units: { day: 'jours?', week: 'semaines?', month: 'mois', year: 'ans?|années?' },
  counts: {
    ...{ un: 1, une: 1, deux: 2, trois: 3, quatre: 4, cinq: 5, six: 6, sept: 7, huit: 8 },
    ...{ neuf: 9, dix: 10, quelques: 3 },
  },
  weekdays: 'lundi mardi mercredi jeudi vendredi samedi dimanche'.split(' '),
  weekday: (day) => `${day}(?: dernier| passé)?`,
  months:
    'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(
      ' ',
    ),
  month: (name) =>
    `(?:(?:en|depuis|début|mi|fin|mois de|mois d['’])[ -]?|(?<day>\\d{1,2})(?:er)? )${name}`,
  year: (year) => `(?:en|depuis|année) ${year}`,
  // In German `hier` is `here`.
  not: /\b(?:was|wer|wo|wann|wie|ist|sind|war|haben|wir|ich|der|die|das|und)\b/iu,
};

const japanese: TimeWords = {
  spans: {
    dayBeforeYesterday: '一昨日|おととい',
    yesterday: 'きのう|昨日|昨夜|ゆうべ',
    today: '今日|今朝|今夜',
    lastWeekend: '先週末|先週の週末',
    thisWeekend: '今週末',
    weekBeforeLast: '先々週|先先週',
    lastWeek: '先週(?!の?[月火水木金土日]曜)',
    thisWeek: '今週(?!の?[月火水木金土日]曜)',
    monthBeforeLast: '先々月|先先月',
    lastMonth: '先月',
    thisMonth: '今月',
    lastSummer: '(?:去年|昨年)の夏',
    lastWinter: '(?:去年|昨年)の冬',
    lastSpring: '(?:去年|昨年)の春',
    lastAutumn: '(?:去年|昨年)の秋',
    yearBeforeLast: '一昨年|おととし',
    lastYear: '去年|昨年',
    thisYear: '今年',
  },
  ago: (amount) => `${amount}(?:ほど|くらい)?前`,
  within: (amount) => `(?:この|ここ|過去)${amount}`,
  units: { day: '日間?', week: '週間?', month: '[かヶカケ個箇]月間?', year: '年間?' },
  counts: {
    ...{ 一: 1, 二: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9, 十: 10, 数: 3 },
  },
  weekdays: [...'月火水木金土日'].map((day) => `${day}曜日?`),
  weekday: (day) => `(?<which>先週の?|今週の?)?${day}`,
};

const korean: TimeWords = {
  spans: {
    dayBeforeYesterday: '그저께|그제|엊그제',
    yesterday: '어제|어젯밤',
    today: '오늘',
    lastWeekend: '지난 ?주말',
    thisWeekend: '이번 ?주말',
    weekBeforeLast: '지지난 ?주',
    lastWeek: '(?:지난|저번) ?주(?! ?[월화수목금토일]요일|말)',
    thisWeek: '이번 ?주(?! ?[월화수목금토일]요일|말)',
    monthBeforeLast: '지지난 ?달',
    lastMonth: '(?:지난|저번) ?달',
    thisMonth: '이번 ?달',
    lastSummer: '(?:작년|지난) ?여름',
    lastWinter: '(?:작년|지난) ?겨울',
    lastSpring: '(?:작년|지난) ?봄',
    lastAutumn: '(?:작년|지난) ?가을',
    yearBeforeLast: '재작년',
    lastYear: '작년|지난 ?해',
    thisYear: '올해',
  },
  ago: (amount) => `${amount} ?전`,
  within: (amount) => `(?:지난|최근) ?${amount}`,
  units: { day: '일', week: '주일?', month: '달|개월', year: '년|해' },
  counts: {
    ...{ 한: 1, 두: 2, 세: 3, 네: 4, 다섯: 5, 여섯: 6, 일: 1, 이: 2, 삼: 3, 사: 4, 오: 5 },
    ...{ 육: 6, 칠: 7, 팔: 8, 구: 9, 십: 10, 몇: 3 },
  },
  weekdays: [...'월화수목금토일'].map((day) => `${day}요일`),
  weekday: (day) => `(?<which>(?:지난|저번) ?주 ?|이번 ?주 ?)?${day}`,
  months: Array.from({ length: 12 }, (_, index) => `(?<!\\d)${index + 1}월`),
  month: (name) => `(?:(?<year>(?:19|20)\\d\\d)년 ?)?${name}(?: ?(?<day>\\d{1,2})일)?`,
  year: (year) => `${year}년(?! ?\\d)`,
};

/** Languages beside English and Chinese, which have their own patterns. */
export const timeWords: readonly TimeWords[] = [german, spanish, french, japanese, korean];
