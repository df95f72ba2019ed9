import type { Place } from './finding.ts';

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
const ties =
  ",? ?(?:that's|that is|is|was|as|it's|das ist|ist|es|c'est|est|é|è)(?: [\\p{L}'-]{1,14}){0,4} $";
const tie = new RegExp(`^${ties}`, 'iu');
/** A look at the end before all runs are searched. */
const endsInUnit = new RegExp(`${unit}[ ,]{0,2}$`, 'iu');
const endsInTie = new RegExp(ties, 'iu');

/** A value that is spelled out at that position: `capital P, a, s, s, 1`, `four seven one nine`, `4 4 7 1`. */
export function readSpelled(text: string, from: number): Place | undefined {
  after.lastIndex = from;
  const found = after.exec(text);
  return found && isSpelled(found[0]) ? { start: from, end: after.lastIndex } : undefined;
}

/** The same before a label: `k, i, t, e, dash, five, that's the wifi password`. */
export function findSpelledBefore(text: string, start: number): Place | undefined {
  const from = Math.max(0, start - 160);
  const window = text.slice(from, start);
  const at = window.search(endsInTie);
  if (at < 0 || !endsInUnit.test(window.slice(Math.max(0, at - 24), at))) return undefined;
  for (const { 0: spelled, index } of window.matchAll(before)) {
    const end = index + spelled.length;
    if (isSpelled(spelled) && tie.test(window.slice(end)))
      return { start: from + index, end: from + end };
  }
  return undefined;
}

/** At least four characters; three if they are words for numbers, as of a combination. */
function isSpelled(text: string): boolean {
  const all = text.match(units) ?? [];
  const said = all.filter((one) => isWord.test(one)).length;
  return all.length > 3 || (all.length === 3 && said === 3 && text.length > 8);
}
