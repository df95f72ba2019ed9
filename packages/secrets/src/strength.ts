/** What tells a made-up string from a word. All of it takes one pass over the string. */

export function hasDigit(text: string): boolean {
  return /\d/.test(text);
}

export function hasLetter(text: string): boolean {
  return /[A-Za-z]/.test(text);
}

/** The longest stretch of letters and digits. */
export function longestRun(text: string): number {
  return Math.max(
    0,
    ...(text.match(/[A-Za-z0-9]+/g) ?? []).slice(0, 1_000).map((run) => run.length),
  );
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
