import { randomFrom } from '../../tools/random.mjs';

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';
const mixed = `${lower}${upper}${digits}`;
const words = 'Sonne Girasol Maple River Tigre Falcon Luna Winter Castle Orchid Pepper Nuage Brisa';
/** Some of the words of recovery phrases. */
const phraseWords =
  'abstract adult allow another arrest aunt banana bench blood bracket buffalo calm casino chaos circle clown confirm crack cruise daring denial diary dizzy drink echo emotion entry excess fabric february fire foam friend garlic glance grain half hero hotel illegal initial item keen lady legal liquid lunch marine memory miss mouse near nose off order pair peanut pill police pride pulp raccoon rebel render rib rookie salt screen settle shrug sketch snack soup spot stick sudden swarm tattoo thrive tomato tragic truth uncover usage venue vocal wealth wild worth';

const alphabets = {
  an: mixed,
  AN: upper + digits,
  B32: `${upper}234567`,
  alpha: lower + upper,
  lower,
  upper,
  low: lower + digits,
  hex: '0123456789abcdef',
  HEX: '0123456789ABCDEF',
  d: digits,
  b64: `${mixed}+/`,
  url: `${mixed}-_`,
  bech: '023456789acdefghjklmnpqrstuvwxyz',
  b58: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
  BECH: '023456789ACDEFGHJKLMNPQRSTUVWXYZ',
  django: `${lower}${digits}!@#%^&*(-_=+)`,
};

const choices = {
  user: 'ada|root|svc_app|deploy|postgres|admin',
  env: 'DB_PASSWORD|API_KEY|SECRET_TOKEN|GITHUB_TOKEN|SMTP_PASS|JWT_SECRET',
  name: 'password|passwd|token|apiKey|api_key|secret|pin',
  word: words.replaceAll(' ', '|'),
  small: words.toLowerCase().replaceAll(' ', '|'),
};

/** Texts from other templates. */
const templates = {
  host: '{pick:db|cache|mail|git}{int:1..9}.{pick:example.com|internal|corp.local}',
  pw: '{pick:{word}{int:10..9999}|{word}{pick:!|#|$|%|*|?}{int:1..99}|{lower:4}{int:10..99}{pick:!|@|#|$|%}{an:3}|{word}-{word}-{int:10..99}|{an:{int:8..14}}{d:1}{lower:1}}',
  strong: '{url:9}{d:1}{lower:2}',
  float: '{pick:|-}{int:0..999}.{d:{int:6..16}}',
  uuid: '{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}',
  jwt: '{v:eyJ}hbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIi{url:36}.{url:43}',
  anycard: '{pick:{card:4}|{card4:4}|{card-:4}|{card4:5}|{card-:5}|{amex}|{luhn:6011{d:11}}}',
  amex: '{groups3: :{luhn:3{pick:4|7}{d:12}}}',
  diners: '{groups3: :{luhn:36{d:11}}}',
};

const groupedCards = {
  card: '',
  card4: ' ',
  'card-': '-',
  'card.': '.',
  card_: '_',
  'card/': '/',
  card2: '  ',
  cardnb: '\u00a0',
};

/** Fills a line's placeholders: `{an:24}` is 24 letters and digits, `{pick:a|b}` one of two, and so on. Seeded. */
export function filler(seed) {
  const next = randomFrom(seed * 0x9e3779b9);
  const pick = (list) => list[Math.floor(next() * list.length)];
  const int = (from, to) => from + Math.floor(next() * (to - from + 1));
  const of = (alphabet, length) =>
    Array.from({ length: Number(length) }, () => pick([...alphabet])).join('');
  const card = (head) =>
    luhn(
      head === '5'
        ? `5${int(1, 5)}${of(digits, 13)}`
        : head === '35'
          ? `35${int(30, 89)}${of(digits, 11)}`
          : head + of(digits, 15 - head.length),
    );
  const pem = (label, end) =>
    [
      `-----BEGIN ${label}-----`,
      ...Array.from({ length: 4 }, () => of(alphabets.b64, 64)),
      `${of(mixed, 22)}==`,
      `-----END ${label}-----`,
    ].join(end);
  const phrase = (count) => Array.from({ length: count }, () => pick(phraseWords.split(' ')));
  const makers = {
    v: (text) => text,
    u: (code) => String.fromCodePoint(Number.parseInt(code, 16)),
    pick: (list) => pick(list.split('|')),
    int: (range) => String(int(...range.split('..').map(Number))),
    of: (_, alphabet, length) => of(alphabet, length),
    b64of: (text) => Buffer.from(text).toString('base64'),
    hexof: (text) => Buffer.from(text).toString('hex'),
    hexspacedof: (text) =>
      Buffer.from(text)
        .toString('hex')
        .replace(/..(?=.)/g, '$& '),
    percentof: (text) => each(text, (code) => `%${code}`),
    escapesof: (text) => each(text, (code) => `\\x${code}`),
    unicodeof: (text) => each(text, (code) => `\\u00${code}`),
    entitiesof: (text) => each(text, (code) => `&#${Number.parseInt(code, 16)};`),
    lowercase: (text) => text.toLowerCase(),
    wide: (text) =>
      text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
    /** An invisible mark after each third character. */
    split: (_, mark, ...text) =>
      [...text.join(':')].map((one, at) => (at % 3 === 1 ? one + makers.u(mark) : one)).join(''),
    groups: (_, between, ...text) => text.join(':').replace(/(.{4})(?=.)/g, `$1${between}`),
    groups3: (_, between, text) => text.replace(/^(.{4})(.{6})/, `$1${between}$2${between}`),
    luhn,
    notluhn: (_, head, length) => {
      for (;;) {
        const number = head + of(digits, length - head.length);
        if (luhn(number.slice(0, -1)) !== number) return number;
      }
    },
    iban: (_, country, account) => iban(country, account),
    snow: (length) => `${length === '19' ? 1 : pick('345678')}${of(digits, length - 1)}`,
    cardl: (head) => card(head).replace(/^(.{4})(.{4})(.{4})/, '$1 $2\n$3 '),
    pem: (label) => pem(label, '\n'),
    pemline: (label) => pem(label, '\\n'),
    bip39: (_, count, between = ' ') => phrase(Number(count)).join(between),
    numbered: (text) =>
      text
        .split(' ')
        .map((word, at) => `${at + 1}. ${word}`)
        .join('\n'),
  };
  for (const [name, alphabet] of Object.entries(alphabets))
    makers[name] = (length) => of(alphabet, length);
  for (const [name, list] of Object.entries(choices)) makers[name] = () => makers.pick(list);
  for (const [name, between] of Object.entries(groupedCards))
    makers[name] = (head) => makers.groups('', between, card(head));
  for (const [name, text] of Object.entries(templates)) makers[name] = () => fill(text);
  /** Placeholders may be nested; unknown ones stay unchanged. */
  function fill(line) {
    let filled = '';
    for (let at = 0; at < line.length; at++) {
      const name = /^\{([^{}:]+)[:}]/.exec(line.slice(at))?.[1];
      if (name === undefined || !Object.hasOwn(makers, name)) filled += line[at];
      else {
        const end = closing(line, at);
        const text = fill(line.slice(at + name.length + 2, end));
        filled += makers[name](text, ...text.split(':'));
        at = end;
      }
    }
    return filled;
  }
  return fill;
}

function closing(line, from) {
  let depth = 0;
  for (let at = from; ; at++) {
    if (line[at] === '{') depth++;
    if (line[at] === '}' && --depth === 0) return at;
  }
}

/** Each byte, by its two hexadecimal digits. */
function each(text, write) {
  return [...Buffer.from(text)].map((byte) => write(byte.toString(16).padStart(2, '0'))).join('');
}

function luhn(number) {
  let sum = 0;
  for (let index = 0; index < number.length; index++) {
    const doubled = Number(number[number.length - 1 - index]) * (index % 2 === 0 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return number + ((10 - (sum % 10)) % 10);
}

function iban(country, account) {
  const number = [...`${account}${country}00`].map((one) => Number.parseInt(one, 36)).join('');
  return `${country}${String(98n - (BigInt(number) % 97n)).padStart(2, '0')}${account}`;
}
