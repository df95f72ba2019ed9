import { random } from '../trainer/random.mjs';

export const generator = (seed) => random(seed * 0x9e3779b9);

export function helpers(next) {
  const pick = (list) => list[Math.floor(next() * list.length)];
  const int = (from, to) => from + Math.floor(next() * (to - from + 1));
  const of = (alphabet, length) => Array.from({ length }, () => pick([...alphabet])).join('');
  const lower = 'abcdefghijklmnopqrstuvwxyz';
  const mixed = `${lower}${lower.toUpperCase()}0123456789`;
  const hex = '0123456789abcdef';
  const words =
    'Sonne Girasol Maple River Tigre Falcon Luna Winter Castle Orchid Pepper Nuage Brisa Kiefer'.split(
      ' ',
    );
  const password = () =>
    pick([
      () => `${pick(words)}${int(10, 9999)}`,
      () => `${pick(words)}${pick([...'!#$%*?'])}${int(1, 99)}`,
      () => `${of(lower, 4)}${int(10, 99)}${pick([...'!@#$%'])}${of(mixed, 3)}`,
      () => `${pick(words)}-${pick(words)}-${int(10, 99)}`,
      () => of(`${mixed}!#%*`, int(8, 14)) + int(0, 9) + pick([...lower]),
    ])();
  const secret =
    (text) =>
    (value = password()) => ({ text: text(value), secret: value });
  const uuid = () => [8, 4, 4, 4, 12].map((length) => of(hex, length)).join('-');
  const bip39 = (count) => Array.from({ length: count }, () => pick(phraseWords)).join(' ');
  return {
    random: next,
    pick,
    int,
    of,
    lower,
    mixed,
    hex,
    words,
    password,
    secret,
    uuid,
    luhn,
    base64,
    iban,
    bip39,
  };
}

export const base64 = (text) => Buffer.from(text).toString('base64');
export const luhn = (digits) => {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const doubled = Number(digits[digits.length - 1 - index]) * (index % 2 === 0 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return digits + ((10 - (sum % 10)) % 10);
};
export const iban = (country, account) => {
  const digits = [...`${account}${country}00`].map((one) => Number.parseInt(one, 36)).join('');
  return `${country}${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${account}`;
};

/** Some of the words that recovery phrases are made of. */
const phraseWords =
  `abstract adult allow another arrest aunt banana bench blood bracket buffalo calm casino chaos circle clown confirm crack cruise daring denial diary dizzy drink echo emotion entry excess fabric february fire foam friend garlic glance grain half hero hotel illegal initial item keen lady legal liquid lunch marine memory miss mouse near nose off order pair peanut pill police pride pulp raccoon rebel render rib rookie salt screen settle shrug sketch snack soup spot stick sudden swarm tattoo thrive tomato tragic truth uncover usage venue vocal wealth wild worth`.split(
    ' ',
  );
