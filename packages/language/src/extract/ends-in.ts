import {
  countOf,
  dayMs,
  monthNames,
  nearestWeekday,
  patternOfPlain,
  shifted,
  type Unit,
  wordEdges,
  yearOf,
} from '../text/index.ts';

/** How a language says until when something is so. Sources of patterns over lower-case text. */
interface EndPhrases {
  /** Before the day (`until`), or after it (`まで`). */
  until: { before?: string; after?: string };
  /** Monday first. */
  weekdays: readonly string[];
  /** January first. */
  months: readonly string[];
  /** A day of the month without a month, with the group `day`. */
  day: string;
  /** The end of this week, month and year; and tomorrow. */
  periods: Partial<Record<'week' | 'month' | 'year' | 'tomorrow', string>>;
  feasts: Partial<Record<'easter' | 'christmas' | 'newYear' | 'thanksgiving', string>>;
  /** `this week`, by the unit; `the next two weeks`, with the groups `count` and `unit`. */
  thisWeek: string;
  thisMonth: string;
  lasting: string;
  units: Readonly<Record<'day' | 'week' | 'month', string>>;
  counts: string;
  /** Only for now, without an end. */
  passing: string;
}

const english = monthNames.map((name) => name.slice(0, 3).toLowerCase());
const numbers: readonly string[] = [
  String.raw`one|an?|un[ao]?|ein\p{L}*|une|um|uma|один|одну|一|한|1`,
  'two|a couple of|couple of|dos|zwei|deux|due|dois|duas|два|две|二|两|兩|두|2',
  'three|tres|drei|trois|tre|três|три|三|세|3',
  'four|cuatro|vier|quatre|quattro|quatro|четыре|四|네|4',
  'five|cinco|fünf|cinq|cinque|пять|五|다섯|5',
  'six|seis|sechs|sei|шесть|六|여섯|6',
];
const few =
  'few|several|next few|einige|paar|quelques|unos|unas|pocos|alcun\\p{L}*|qualche|alguns|algumas|несколько|几|幾|数|몇';
const counts = String.raw`\d{1,2}|${numbers.map((source) => source.replace(/\|\d$/u, '')).join('|')}|${few}`;

const phrases: Readonly<Record<string, EndPhrases>> = {
  en: {
    until: { before: String.raw`(?:un)?til+|'til+|through(?! the\b(?! end))|up to` },
    weekdays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map(
      (day) => `${day}\\p{L}*day|${day}s?`,
    ),
    months: english.map((name) => `${name}\\p{L}*`),
    day: String.raw`(?:the )?(?<day>\d{1,2})(?:st|nd|rd|th)`,
    periods: {
      week: '(?:the )?(?:end of (?:the|this) week|weekend)',
      month: '(?:the )?end of (?:the|this) month|next month',
      year: '(?:the )?end of (?:the|this) year',
      tomorrow: 'tomorrow',
    },
    feasts: {
      easter: 'easter',
      christmas: 'christmas|xmas',
      newYear: 'new year\\p{L}*',
      thanksgiving: 'thanksgiving',
    },
    thisWeek: 'this (?:whole |entire )?(?:week|weekend)|all week',
    thisMonth: 'this (?:whole |entire )?month',
    lasting: String.raw`(?:(?:for |over |in )?(?:the )?(?:next|coming)|for another|these|(?<=(?:\bam\b|'m|\bare\b|'re|\bis\b|\bhere\b|\bstaying\b|\baway\b|\btrip\b|\bholiday\b|\bleave\b|\bwith (?:us|me)\b)[^.,;!?]{0,40}\b)for)`,
    units: { day: 'days?|nights?', week: 'weeks?', month: 'months?' },
    counts,
    passing:
      'right now|at the moment|for now|for the moment|for the time being|temporarily|just now|these days only',
  },
  zh: {
    until: { before: '(?:直到|一直到|截至|截止到?|到|至)(?:了)?' },
    weekdays: ['一', '二', '三', '四', '五', '六', '[日天]'].map(
      (day) => `(?:本|这|這|这个)?(?:周|週|星期|礼拜|禮拜)${day}`,
    ),
    months: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((month) => `(?<!\\d)${month}月`),
    day: String.raw`(?<day>\d{1,2})[号號日]`,
    periods: {
      week: '(?:这|本)?周末|週末',
      month: '月底|月末|下个?月',
      year: '年底|年末',
      tomorrow: '明天',
    },
    feasts: { easter: '复活节', christmas: '圣诞节?', newYear: '元旦|跨年' },
    thisWeek:
      '(?:这|這|本)(?:一)?个?(?:周|週|星期|礼拜|禮拜)(?![一二三四五六日天])|这几天|這幾天|这两天|這兩天',
    thisMonth: '(?:这|這|本)(?:一)?个?月',
    lasting: '(?:这|這|未来|接下来|接下來|再|还要|还得|出差|待|呆|住|休)',
    units: { day: '天|日', week: '个?(?:周|週|星期|礼拜|禮拜)', month: '个月' },
    counts,
    passing: '最近|暂时|暫時|临时|臨時|这阵子|這陣子|这段时间|這段時間|眼下',
  },
  de: {
    until: { before: 'bis(?: zum?| zur| einschließlich| kommenden?| nächsten?| diesen?)*' },
    weekdays: [
      'montag',
      'dienstag',
      'mittwoch',
      'donnerstag',
      'freitag',
      'sam?stag|sonnabend',
      'sonntag',
    ],
    months: [
      'jan(?:uar|\\.)',
      'feb(?:ruar|\\.)',
      'märz',
      'april',
      'mai',
      'juni',
      'juli',
      'aug(?:ust|\\.)',
      'sept?(?:ember|\\.)',
      'okt(?:ober|\\.)',
      'nov(?:ember|\\.)',
      'dez(?:ember|\\.)',
    ],
    day: String.raw`(?<day>\d{1,2})\.(?!\d)`,
    periods: {
      week: 'ende der woche|wochenende',
      month: 'ende des monats|monatsende|nächsten monat',
      year: 'ende des jahres|jahresende',
      tomorrow: 'morgen',
    },
    feasts: { easter: 'ostern', christmas: 'weihnachten', newYear: 'neujahr|silvester' },
    thisWeek: 'diese (?:ganze )?woche|dieses wochenende',
    thisMonth: 'diesen (?:ganzen )?monat',
    lasting: '(?:(?:für |in )?(?:den|die) (?:nächsten|kommenden)|für|noch)',
    units: { day: 'tage?n?', week: 'wochen?', month: 'monate?n?' },
    counts,
    passing: 'momentan|zurzeit|zur zeit|im moment|vorübergehend|vorerst|fürs erste',
  },
  fr: {
    until: { before: "jusqu['’](?:au|à la|à l['’]|à|en)" },
    weekdays: ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'],
    months: [
      'janvier',
      'février',
      'mars',
      'avril',
      'mai',
      'juin',
      'juillet',
      'août',
      'septembre',
      'octobre',
      'novembre',
      'décembre',
    ],
    day: String.raw`(?<day>\d{1,2})(?![\d:h])`,
    periods: {
      week: 'la fin de la semaine|ce week-?end',
      month: 'la fin du mois|mois prochain',
      year: "la fin de l'année",
      tomorrow: 'demain',
    },
    feasts: { easter: 'pâques', christmas: 'noël', newYear: 'nouvel an' },
    thisWeek: 'cette semaine|ce week-?end',
    thisMonth: 'ce mois(?:-ci)?',
    lasting: '(?:pour|pendant|encore|les)(?: les| ces)?(?: prochain\\p{L}*)?',
    units: { day: 'jours?', week: 'semaines?', month: 'mois' },
    counts,
    passing: "en ce moment|pour l'instant|pour le moment|temporairement|provisoirement",
  },
  es: {
    until: {
      before: 'hasta(?: el(?: próximo)?| la| este| que termine| fin(?:es)? de| finales de)?',
    },
    weekdays: ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'],
    months: [
      'enero',
      'febrero',
      'marzo',
      'abril',
      'mayo',
      'junio',
      'julio',
      'agosto',
      'septiembre',
      'octubre',
      'noviembre',
      'diciembre',
    ],
    day: String.raw`(?<day>\d{1,2})(?![\d:h])`,
    periods: {
      week: '(?:el )?fin de semana',
      month: '(?:el )?(?:fin(?:al)? de |próximo )mes|mes(?= que viene)',
      year: '(?:el )?fin(?:al)? de año',
      tomorrow: 'mañana',
    },
    feasts: { easter: 'pascua|semana santa', christmas: 'navidad', newYear: 'año nuevo' },
    thisWeek: 'esta semana|este finde|este fin de semana',
    thisMonth: 'este mes',
    lasting: '(?:por|durante|estas?|estos?)(?: las| los)?(?: próxim\\p{L}*)?',
    units: { day: 'días?', week: 'semanas?', month: 'mes(?:es)?' },
    counts,
    passing: 'por ahora|de momento|por el momento|temporalmente|en este momento|estos días',
  },
  it: {
    until: { before: "fino (?:al?l?['’]?a?|a)(?: prossim\\p{L}*| quest\\p{L}*)?" },
    weekdays: ['lunedì', 'martedì', 'mercoledì', 'giovedì', 'venerdì', 'sabato', 'domenica'],
    months: [
      'gennaio',
      'febbraio',
      'marzo',
      'aprile',
      'maggio',
      'giugno',
      'luglio',
      'agosto',
      'settembre',
      'ottobre',
      'novembre',
      'dicembre',
    ],
    day: String.raw`(?<day>\d{1,2})(?![\d:])`,
    periods: {
      week: 'fine settimana|weekend',
      month: 'fine (?:del )?mese',
      year: "fine (?:dell['’])?anno",
      tomorrow: 'domani',
    },
    feasts: { easter: 'pasqua', christmas: 'natale', newYear: 'capodanno' },
    thisWeek: 'questa settimana|questo weekend',
    thisMonth: 'questo mese',
    lasting: '(?:per|ancora|nelle|queste?|questi)(?: le| i| altr\\p{L}*)?(?: prossim\\p{L}*)?',
    units: { day: 'giorn[oi]', week: 'settiman[ae]', month: 'mes[ei]' },
    counts,
    passing: 'per ora|al momento|in questo momento|temporaneamente|in questi giorni',
  },
  pt: {
    until: { before: 'até(?: ao?| à| o| a)?(?: próxim\\p{L}*| dia)?' },
    weekdays: [
      'segunda(?:-feira)?',
      'terça(?:-feira)?',
      'quarta(?:-feira)?',
      'quinta(?:-feira)?',
      'sexta(?:-feira)?',
      'sábado',
      'domingo',
    ],
    months: [
      'janeiro',
      'fevereiro',
      'março',
      'abril',
      'maio',
      'junho',
      'julho',
      'agosto',
      'setembro',
      'outubro',
      'novembro',
      'dezembro',
    ],
    day: String.raw`(?<day>\d{1,2})(?![\d:h])`,
    periods: {
      week: 'fi(?:m|nal) (?:da|de) semana',
      month: 'fi(?:m|nal) do mês|mês que vem',
      year: 'fi(?:m|nal) do ano',
      tomorrow: 'amanhã',
    },
    feasts: { easter: 'páscoa', christmas: 'natal', newYear: 'ano[- ]novo|réveillon' },
    thisWeek: 'est[ae] semana|essa semana|est[ae] fim de semana',
    thisMonth: '(?:este|esse) mês',
    lasting: '(?:por|durante|nas|nos|estas?|estes?|mais)(?: as| os)?(?: próxim\\p{L}*)?',
    units: { day: 'dias?', week: 'semanas?', month: 'mês|meses' },
    counts,
    passing: 'por enquanto|no momento|de momento|temporariamente|esses dias|por ora',
  },
  ru: {
    until: { before: 'до(?: конца)?(?: следующ\\p{L}*| эт\\p{L}*)?|по(?= \\d)' },
    weekdays: [
      'понедельник\\p{L}*',
      'вторник\\p{L}*',
      'сред[ыу]',
      'четверг\\p{L}*',
      'пятниц\\p{L}*',
      'суббот\\p{L}*',
      'воскресень\\p{L}*',
    ],
    months: [
      'январ\\p{L}*',
      'феврал\\p{L}*',
      'март\\p{L}*',
      'апрел\\p{L}*',
      'ма[яй]',
      'июн\\p{L}*',
      'июл\\p{L}*',
      'август\\p{L}*',
      'сентябр\\p{L}*',
      'октябр\\p{L}*',
      'ноябр\\p{L}*',
      'декабр\\p{L}*',
    ],
    day: String.raw`(?<day>\d{1,2})(?:-?го)?(?= числа|$|[,.!;])`,
    periods: {
      week: '(?:конца )?недели',
      month: '(?:конца )?месяца',
      year: '(?:конца )?года',
      tomorrow: 'завтра',
    },
    feasts: { easter: 'пасхи', christmas: 'рождества', newYear: 'нового года' },
    thisWeek: '(?:на )?этой неделе|эту неделю',
    thisMonth: '(?:в )?этом месяце|этот месяц',
    lasting: '(?:на|ещё|еще|в)?(?: ближайш\\p{L}*| следующ\\p{L}*| эти)?',
    units: { day: 'дн\\p{L}*|день', week: 'недел\\p{L}*', month: 'месяц\\p{L}*' },
    counts,
    passing: 'временно|пока что|в данный момент|на данный момент',
  },
  ja: {
    until: { after: '(?:いっぱい)?まで(?!も)' },
    weekdays: ['月', '火', '水', '木', '金', '土', '日'].map(
      (day) => `(?:今週の?|来週の?)?${day}曜日?`,
    ),
    months: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((month) => `(?<!\\d)${month}月`),
    day: String.raw`(?<day>\d{1,2})日`,
    periods: { week: '週末|今週末', month: '月末|今月末|来月', year: '年末', tomorrow: '明日' },
    feasts: { easter: 'イースター', christmas: 'クリスマス', newYear: '正月|元旦' },
    thisWeek: '今週(?!末)|この(?:一|1)週間',
    thisMonth: '今月(?!末)',
    lasting: '(?:これから|あと|この|今後)',
    units: { day: '日間?', week: '週間', month: '[かヶケ]月間?' },
    counts,
    passing: '今だけ|しばらく|一時的|当面|最近|今のところ',
  },
  ko: {
    until: { after: '까지' },
    weekdays: ['월', '화', '수', '목', '금', '토', '일'].map((day) => `${day}요일`),
    months: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((month) => `(?<!\\d)${month}월`),
    day: String.raw`(?<day>\d{1,2})일`,
    periods: { week: '주말', month: '월말|이번 ?달 말|다음 ?달', year: '연말', tomorrow: '내일' },
    feasts: { easter: '부활절', christmas: '크리스마스', newYear: '새해|설날' },
    thisWeek: '이번 ?주(?!말)',
    thisMonth: '이번 ?달(?! 말)',
    lasting: '(?:앞으로|이|요)',
    units: { day: '일(?: ?동안)?', week: '주(?: ?동안|간)?', month: '달|개월' },
    counts,
    passing: '당분간|임시로|잠시|요즘|일시적',
  },
};

/** What happens again and again has no end, and neither has what is over. */
const again = patternOfPlain(
  String.raw`\b(?:every|each|always|usually|weekdays|(?:from )?(?:mon|tues|wednes|thurs|fri|satur|sun)days? (?:to|through|till|until) |born|jeden|jede[rs]?|immer|von \p{L}+tag|toujours|chaque|tous les|du lundi|siempre|cada|todos los|de lunes|sempre|ogni|tutti i|dal lunedì|todo dia|de segunda)\b|всегда|кажд|с понедельника|每|平时|总是|周一到|毎|いつも|から金|항상|매[주일년]`,
);
const over =
  /\b(?:was|were|had|lived|worked|stayed|studied|used to|been|grew up|war|waren|hatte|wohnte|arbeitete|étais|était|vivais|estuve|era|fui|vivía|ero|vivevo|morava|vivi)\b[^.!?]*$/;
/** Without an end that is named, a passing state is taken to be over after these days. */
const passingDays = 60;

const compiled = new Map<string, readonly Rule[]>();
type Rule = readonly [
  pattern: RegExp,
  end: (groups: Record<string, string | undefined>, at: Date) => Date | undefined,
];

const scripts: readonly (readonly [script: RegExp, languages: readonly string[]])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, ['ja']],
  [/\p{Script=Hangul}/u, ['ko']],
  [/\p{Script=Han}/u, ['zh']],
  [/\p{Script=Cyrillic}/u, ['ru']],
  [/\p{Script=Latin}/u, ['en', 'de', 'fr', 'es', 'it', 'pt']],
];

/**
 * The last day of a state that a text says to be temporary, counted from the day `at`: `until Friday`, `these two weeks`,
 * 休到18号. Without an end (`right now`) two months later. Undefined: it is not said to end.
 */
export function endIn(text: string, at: Date): Date | undefined {
  const plain = text.toLowerCase().replaceAll('’', "'");
  if (again.test(plain)) return undefined;
  const languages = scripts.find(([script]) => script.test(plain))?.[1] ?? [];
  for (const language of languages)
    for (const [pattern, end] of rulesOf(language)) {
      const found = pattern.exec(plain);
      if (found === null || over.test(plain.slice(0, found.index))) continue;
      const day = end(found.groups ?? {}, at);
      if (day !== undefined) return day;
    }
  return undefined;
}

function rulesOf(language: string): readonly Rule[] {
  let rules = compiled.get(language);
  if (rules === undefined) {
    rules = makeRules(phrases[language] as EndPhrases, /^(?:zh|ja|ko)$/u.test(language));
    compiled.set(language, rules);
  }
  return rules;
}

function makeRules(of: EndPhrases, isUnspaced: boolean): readonly Rule[] {
  const { until } = of;
  const gap = isUnspaced ? '' : ' ';
  const { before, behind } = isUnspaced ? { before: '', behind: '' } : wordEdges;
  const pattern = (source: string) => patternOfPlain(before + source + behind);
  const point = (source: string) =>
    until.before === undefined
      ? pattern(`(?:${source})(?:${until.after})`)
      : pattern(
          `(?:${until.before})${gap === '' ? '' : " ?(?:the |la |le |el |den |dem |der |il |l'|o |a )?"}(?:${source})`,
        );
  const named = (sources: readonly string[], group: string) =>
    sources.map((source, place) => `(?<${group}${place}>${source})`).join('|');
  const placeOf = (groups: Record<string, string | undefined>, group: string) =>
    Number(
      Object.keys(groups)
        .find((key) => key.startsWith(group) && groups[key] !== undefined)
        ?.slice(group.length) ?? -1,
    );
  const month = `(?:${named(of.months, 'month')})`;
  const dayOfMonth = String.raw`(?<date>\d{1,2})(?:st|nd|rd|th|\.|º|er|日|日|号|號|일)?`;
  const withMonth: Rule[1] = (groups, at) => {
    const [place, day] = [placeOf(groups, 'month'), Number(groups.date)];
    return new Date(Date.UTC(yearOf(at, { month: place, day }, 1), place, day));
  };
  const count = `(?<count>${of.counts})`;
  const unit = `(?:(?<day>${of.units.day})|(?<week>${of.units.week})|(?<month>${of.units.month}))`;
  const feast = (name: keyof EndPhrases['feasts'], day: (at: Date) => Date): Rule[] => {
    const source = of.feasts[name];
    return source === undefined ? [] : [[point(source), (_, at) => day(at)]];
  };
  const period = (name: keyof EndPhrases['periods'], day: (at: Date) => Date): Rule[] => {
    const source = of.periods[name];
    return source === undefined ? [] : [[point(source), (_, at) => day(at)]];
  };
  return [
    [point(`${dayOfMonth}${gap ? " ?(?:of |de |d')?" : ''}${month}`), withMonth],
    [point(`${month}${gap && ' ?(?:the )?'}${dayOfMonth}`), withMonth],
    [point(String.raw`(?<date>\d{4}-\d\d-\d\d)`), ({ date }) => new Date(`${date}T00:00:00Z`)],
    [
      point(`(?:${named(of.weekdays, 'weekday')})${gap}(?<date>\\d{1,2})`),
      ({ date }, at) => nextDay(at, Number(date)),
    ],
    [
      point(named(of.weekdays, 'weekday')),
      (groups, at) => nearestWeekday(at, placeOf(groups, 'weekday'), 1),
    ],
    ...period('week', (at) => nearestWeekday(at, 6, 1)),
    ...period('month', endOfMonth),
    ...period('year', (at) => new Date(Date.UTC(at.getUTCFullYear(), 11, 31))),
    ...period('tomorrow', (at) => shifted(at, 1, 'day')),
    ...feast('easter', (at) => nextOf(at, easter)),
    ...feast('christmas', (at) => nextOf(at, (year) => new Date(Date.UTC(year, 11, 26)))),
    ...feast('newYear', (at) => nextOf(at, (year) => new Date(Date.UTC(year, 0, 1)))),
    ...feast('thanksgiving', (at) => nextOf(at, thanksgiving)),
    [point(of.day), ({ day }, at) => nextDay(at, Number(day))],
    [
      point(month),
      (groups, at) => {
        const place = placeOf(groups, 'month');
        return endOfMonth(new Date(Date.UTC(yearOf(at, { month: place }, 1), place, 1)));
      },
    ],
    [
      pattern(`${of.lasting}${gap && ' ?'}${count}${gap && ' ?'}${unit}`),
      (groups, at) => shifted(at, amountOf(groups.count), unitIn(groups)),
    ],
    [
      pattern(`(?:${of.thisWeek})`),
      (_, at) => (at.getUTCDay() === 0 ? at : nearestWeekday(at, 6, 1)),
    ],
    [pattern(`(?:${of.thisMonth})`), (_, at) => endOfMonth(at)],
    [pattern(`(?:${of.passing})`), (_, at) => shifted(at, passingDays, 'day')],
  ];
}

const whole = numbers.map((source) => new RegExp(`^(?:${source})$`, 'u'));

function amountOf(text = ''): number {
  if (/^\d+$/u.test(text)) return Number(text);
  const place = whole.findIndex((one) => one.test(text));
  return place < 0 ? countOf(text) : place + 1;
}

function unitIn(groups: Record<string, string | undefined>): Unit {
  if (groups.week !== undefined) return 'week';
  return groups.month === undefined ? 'day' : 'month';
}

function endOfMonth(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0));
}

/** The next day of a month with this number. */
function nextDay(at: Date, day: number): Date | undefined {
  if (day < 1 || day > 31) return undefined;
  const month = at.getUTCMonth() + (day < at.getUTCDate() ? 1 : 0);
  return new Date(Date.UTC(at.getUTCFullYear(), month, day));
}

function nextOf(at: Date, dayIn: (year: number) => Date): Date {
  const day = dayIn(at.getUTCFullYear());
  return day.getTime() + dayMs > at.getTime() ? day : dayIn(at.getUTCFullYear() + 1);
}

/** The Sunday of Easter (Gauss, for 1900 to 2099). */
function easter(year: number): Date {
  const d = (19 * (year % 19) + 24) % 30;
  const e = (2 * (year % 4) + 4 * (year % 7) + 6 * d + 5) % 7;
  const late =
    d + e === 35 || (d === 28 && e === 6 && (11 * 11 + 11) % 30 < 19 && year % 19 > 10) ? 7 : 0;
  return new Date(Date.UTC(year, 2, 22 + d + e - late));
}

function thanksgiving(year: number): Date {
  const first = new Date(Date.UTC(year, 10, 1)).getUTCDay();
  return new Date(Date.UTC(year, 10, 22 + ((11 - first) % 7)));
}
