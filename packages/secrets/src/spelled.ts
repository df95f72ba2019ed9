import type { Place } from './finding.ts';
import { matchesOf } from './matches.ts';
import { matchEnd } from './values.ts';

/** Words for digits, one language a line. */
const digits = `
zero|oh|one|two|three|four|five|six|seven|eight|niner?
null|eins|zwei|zwo|drei|vier|fünf|sechs|sieben|acht|neun
cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve
zéro|une?|deux|trois|quatre|cinq|six|sept|huit|neuf
due|tre|quattro|cinque|sei|sette|otto|nove
um|uma|dois|duas|três|quatro|cinco|sete|oito|meia
ноль|нуль|один|два|три|четыре|пять|шесть|семь|восемь|девять
sıfır|bir|iki|üç|dört|beş|altı|yedi|sekiz|dokuz
noll|ett|två|fyra|fem|sex|sju|åtta|nio
jeden|dwa|trzy|cztery|pięć|sześć|siedem|osiem|dziewięć
nula|jedna|dva|tři|čtyři|pět|šest|sedm|osm|devět
nul|een|één|twee|vijf|zes|zeven|negen
nol|satu|dua|tiga|empat|lima|enam|tujuh|delapan|sembilan
không|một|hai|ba|bốn|năm|sáu|bảy|tám|chín
μηδέν|ένα|δύο|τρία|τέσσερα|πέντε|έξι|επτά|εφτά|οκτώ|οχτώ|εννέα|εννιά
शून्य|एक|दो|तीन|चार|पांच|पाँच|छह|सात|आठ|नौ
صفر|واحد|اثنان|اثنين|ثلاثة|أربعة|خمسة|ستة|سبعة|ثمانية|تسعة
یک|دو|سه|چهار|پنج|شش|هفت|هشت|نه
אפס|אחת|אחד|שתיים|שלוש|ארבע|חמש|שש|שבע|שמונה|תשע
ศูนย์|หนึ่ง|สอง|สาม|สี่|ห้า|หก|เจ็ด|แปด|เก้า
ゼロ|れい|いち|に|さん|よん|し|ご|ろく|なな|しち|はち|きゅう|く
영|공|일|이|삼|사|오|육|칠|팔|구
零|〇|一|二|三|四|五|六|七|八|九|幺`;
const signs = `
dash|hyphen|minus|under ?score|hash(?:tag)?|pound|star|asterisk|dot|comma|slash|backslash|at(?: sign)?|exclamation (?:mark|point)|question mark|dollar(?: sign)?|percent|ampersand|plus|equals|space
Bindestrich|Unterstrich|Ausrufezeichen|Fragezeichen|Raute|Stern(?:chen)?|Punkt|Klammeraffe|Leerzeichen
guion(?: bajo)?|guión(?: bajo)?|almohadilla|asterisco|punto|arroba|exclamación|interrogación
tiret(?: bas)?|dièse|étoile|point(?: d'exclamation)?|arobase
hífen|traço|sublinhado|ponto|cardinal
trattino(?: basso)?|cancelletto|chiocciola
тире|дефис|реш[её]тка|зв[её]здочка|собака|точка
横杠|下划线|井号|星号|感叹号|ハイフン|シャープ`;
const names =
  'alpha|alfa|bravo|charlie|delta|echo|foxtrot|golf|hotel|india|juliett?|kilo|lima|mike|november|oscar|papa|quebec|romeo|sierra|tango|uniform|victor|whiskey|x-?ray|yankee|zulu';
const tens =
  '(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine)(?![a-z]))?|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen';

const alternatives = (table: string) => table.normalize('NFKC').trim().replaceAll('\n', '|');
const letter = "A-Za-z\\u00c0-\\u024f\\u0370-\\u0dff\\u1e00-\\u1eff'";
const end = `(?![${letter}\\d@])`;
const number = `(?:(?:double|triple|doppel|doble) )?(?:${tens}|${alternatives(digits)})`;
const large =
  '(?:capital|upper ?case|big|large|lower ?case|small|gro(?:ß|ss)(?:es|er|e)?|klein(?:es|er|e)?|大写的?|小写的?|大文字の?|小文字の?) ?';
const largeAfter =
  ' (?:mayúscula|minúscula|maiúscul[ao]|minúscul[ao]|majuscule|minuscule|maiuscol[ao]|minuscol[ao])';
const asIn = '(?: (?:as in|like|for|wie|comme|como|come) [A-Za-z\\u00c0-\\u024f]{2,12})';
const character = `(?:${large}[A-Za-z]|[A-Za-z]{1,8}${largeAfter}|[A-Za-z]${asIn}|[A-Za-z]|\\d{1,3})`;
/** Behind Thai and CJK the next word needs no space. */
const unit = `(?:(?:${number}|${alternatives(signs)}|${names})(?:(?<=[\\u0e00-\\u0e7f\\u3000-\\uffff])|${end})|${character}${asIn}?${end})`;
const between =
  '(?: ?[,、·-] ?| |(?<=[\\u0e00-\\u0e7f\\u3000-\\uffff]))(?:then |dann |luego |puis )?';
const most = 40;
const run = `${unit}(?:${between}${unit}){2,${most}}`;

const after = new RegExp(run, 'iuy');
const before = new RegExp(`(?<![${letter}\\d])${run}`, 'giu');
const units = new RegExp(unit, 'giu');
const isWord = new RegExp(
  `^(?:${number}|${alternatives(signs)}|${names}|${character.replace('|[A-Za-z]|', '|')})$`,
  'iu',
);
const tie =
  /^,? ?(?:that's|that is|is|was|as|it's|das ist|ist|es|c'est|est|é|è)(?: [\p{L}'-]{1,14}){0,4} $/iu;
/** A look at the text before a label, which is enough for most texts. */
const mayTie = /(?:(?<![a-z])(?:is|was|as|es|[éè])|'s|ist|est) (?:[^ ]+ ){0,4}$/i;
/** The longest text that `tie` matches. */
const longestTie = 75;

/** Values that are spelled out in a text. Each place is read once, however many labels ask for it. */
export class Spelled {
  readonly #text: string;
  readonly #from = new Map<number, Place | undefined>();
  #runs: Place[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** See {@link readSpelled}. */
  from(start: number): Place | undefined {
    if (!this.#from.has(start)) this.#from.set(start, readSpelled(this.#text, start));
    return this.#from.get(start);
  }

  /** Before a label: `k, i, t, e, dash, five, that's the wifi password`. */
  before(label: number): Place | undefined {
    if (!mayTie.test(this.#text.slice(Math.max(0, label - longestTie), label))) return undefined;
    this.#runs ??= matchesOf(this.#text, before)
      .filter(([spelled]) => isSpelled(spelled))
      .map(({ index, 0: spelled }) => ({ start: index, end: index + spelled.length }));
    for (let at = firstAfter(this.#runs, label - longestTie); at < this.#runs.length; at++) {
      const run = this.#runs[at]!;
      if (run.end >= label) return undefined;
      if (tie.test(this.#text.slice(run.end, label))) return run;
    }
    return undefined;
  }
}

/** A value that is spelled out at that position: `capital P, a, s, s, 1`, `four seven one nine`, `4 4 7 1`. */
export function readSpelled(text: string, start: number): Place | undefined {
  const end = matchEnd(after, text, start);
  return end !== undefined && isSpelled(text.slice(start, end)) ? { start, end } : undefined;
}

/** Index of the first run that ends there or later. */
function firstAfter(runs: readonly Place[], end: number): number {
  let low = 0;
  for (let high = runs.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (runs[middle]!.end < end) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** At least four characters; three if they are words for numbers, as of a combination. */
function isSpelled(text: string): boolean {
  const all = text.match(units) ?? [];
  const said = all.filter((one) => isWord.test(one)).length;
  return all.length > 3 || (all.length === 3 && said === 3 && text.length > 8);
}
