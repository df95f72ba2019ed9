const fewestLetters = 3;
/**
 * Shorter names that differ in a letter are two names, `Tim` and `Tom`; an added letter is allowed, `Jon` and `John`.
 */
const replaceable = 4;
/** From this length on, two letters may differ. */
const longName = 7;
const fewestConsonants = 3;

/**
 * Whether two words in lower case are spellings of one name: they begin alike and differ in one letter (two in a long
 * name), in two swapped letters, or only in vowels and doubled letters, as names from other alphabets do.
 */
export function spelledAlike(one: string, other: string): boolean {
  if (one[0] !== other[0] || Math.min(one.length, other.length) < fewestLetters) return false;
  const frame = consonants(one);
  if (frame.length >= fewestConsonants && frame === consonants(other)) return true;
  const shorter = Math.min(one.length, other.length);
  if (shorter < replaceable && one.length === other.length) return false;
  return editsBetween(one, other) <= (shorter >= longName ? 2 : 1);
}

function consonants(word: string): string {
  return word.replace(/[aeiouy]/gu, '').replace(/(.)\1+/gu, '$1');
}

/** Letters that are inserted, removed, replaced, or swapped with the next one. */
function editsBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return Number.POSITIVE_INFINITY;
  const rows = Array.from({ length: one.length + 1 }, (_, row) => [row]);
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let column = 1; column <= other.length; column++) (rows[0] as number[])[column] = column;
  for (let row = 1; row <= one.length; row++) {
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      let least = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (same ? 0 : 1),
      );
      const swapped =
        row > 1 &&
        column > 1 &&
        one[row - 1] === other[column - 2] &&
        one[row - 2] === other[column - 1];
      if (swapped) least = Math.min(least, at(row - 2, column - 2) + 1);
      (rows[row] as number[])[column] = least;
    }
  }
  return at(one.length, other.length);
}
