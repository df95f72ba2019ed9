/** What tells a made-up string from a word. All of it takes one pass over the string. */

export function hasDigit(text: string): boolean {
  return /\d/.test(text);
}

export function hasLetter(text: string): boolean {
  return /[A-Za-z]/.test(text);
}

/**
 * Whether a machine chose the characters: so many letters and digits in a row change between small letters, capitals and
 * digits at least so often. Words hardly do, `camelCase` and `name2024` seldom. One digit is among them, or they are
 * twenty without a sign between them.
 */
export function isRandom(text: string, { span = 16, changes: least = 4 } = {}): boolean {
  const changed: number[] = [];
  const digits: number[] = [];
  let last = '';
  let run = 0;
  let changes = 0;
  let count = 0;
  for (const character of text) {
    const kind = kindOf(character);
    run = kind === '' ? 0 : run + 1;
    if (kind === '') continue;
    changed.push(last !== kind && !(last === 'A' && kind === 'a') ? 1 : 0);
    digits.push(kind === '1' ? 1 : 0);
    last = kind;
    changes += (changed.at(-1) ?? 0) - (changed[changed.length - span - 1] ?? 0);
    count += (digits.at(-1) ?? 0) - (digits[digits.length - span - 1] ?? 0);
    if (changed.length >= span && changes >= least && (count > 0 || run >= 20)) return true;
  }
  return false;
}

/** The same of twenty characters without a sign between them, as names of programs are not, or of more changes. */
export function isSurelyRandom(text: string): boolean {
  if (hasDigit(text) && isRandom(text, { span: 24, changes: 12 })) return true;
  const runs = text.match(/[A-Za-z0-9]{20,}/g) ?? [];
  return runs.some((run) => hasDigit(run) && isRandom(run, { span: 20, changes: 6 }));
}

function kindOf(character: string): '' | '1' | 'A' | 'a' {
  if (character >= '0' && character <= '9') return '1';
  if (character >= 'A' && character <= 'Z') return 'A';
  return character >= 'a' && character <= 'z' ? 'a' : '';
}

/** Shannon entropy, bits a character. English words have 2 to 3; random keys of 16 and more have above 3. */
export function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) {
    const share = count / text.length;
    bits -= share * Math.log2(share);
  }
  return bits;
}
