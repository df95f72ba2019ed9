/** Properties of a made-up string. All take one pass over the string. */

export function hasDigit(text: string): boolean {
  return /\d/.test(text);
}

export function hasLetter(text: string): boolean {
  return /[A-Za-z]/.test(text);
}

/**
 * Whether a machine generated the characters: in a run of letters and digits of this length, lower case, upper case and
 * digits alternate at least this often. Words hardly do, `camelCase` and `name2024` seldom. Requires a digit, or twenty
 * characters without a separator.
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

/** The same with twenty characters without a separator, unlike names of programs, or with more changes. */
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

/**
 * Shannon entropy, bits a character. English words have 2 to 3; random keys of at least 16 characters have more than 3.
 */
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
