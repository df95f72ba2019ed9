import { describe, expect, it } from 'vitest';
import { type Budget, compare } from './compare.ts';
import { runsOf } from './word-diff.ts';

/** The same numbers at each run. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 16_807) % 2_147_483_647;
    return state % below;
  };
}

const textsOf = (runs: readonly { from: string; text: string }[]) => ({
  older: runs.flatMap(({ from, text }) => (from === 'newer' ? [] : [text])).join(''),
  newer: runs.flatMap(({ from, text }) => (from === 'older' ? [] : [text])).join(''),
});

/** The length of a longest common subsequence, by the table of the textbook. */
function common(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const item of a) {
    const next = [0];
    for (const [index, other] of b.entries())
      next.push(
        item === other
          ? (row[index] as number) + 1
          : Math.max(row[index + 1] as number, next[index] as number),
      );
    row = next;
  }
  return row.at(-1) as number;
}

describe('a comparison of two lists', () => {
  it('is a shortest one', () => {
    const next = chance(7);
    for (let round = 0; round < 3000; round++) {
      const list = () =>
        Array.from({ length: next(14) }, () => 'abcd'[next(1 + (round % 4))] ?? '');
      const [a, b] = [list(), list()];
      const runs = compare(a, b, { steps: 10_000 });
      expect(textsOf(runs)).toEqual({ older: a.join(''), newer: b.join('') });
      const both = runs.filter(({ from }) => from === 'both').map(({ text }) => text);
      expect(both.join('').length, `${a} ${b}`).toBe(common(a, b));
    }
  });

  it('ends with its budget, and gives both lists whatever is left of that', () => {
    const next = chance(11);
    const list = () => Array.from({ length: 3000 }, () => String.fromCharCode(97 + next(26)));
    const [a, b] = [list(), list()];
    for (const steps of [0, 1, 50, 5000, 100_000, 2_000_000]) {
      const budget: Budget = { steps };
      const runs = compare(a, b, budget);
      expect(textsOf(runs)).toEqual({ older: a.join(''), newer: b.join('') });
      // The last round of a search may go a little further.
      expect(budget.steps).toBeGreaterThan(-5000);
    }
  });
});

const show = (older: string, newer: string) =>
  runsOf(older, newer)
    .map(({ from, text }) => ({ both: text, older: `[-${text}-]`, newer: `[+${text}+]` })[from])
    .join('');

describe('the difference of two texts', () => {
  it('shows changed words, in any script', () => {
    for (const [older, newer, shown] of [
      ['Ada likes green tea.', 'Ada likes black tea.', 'Ada likes [-green-][+black+] tea.'],
      ['她喜欢绿茶。', '她喜欢红茶。', '她喜欢[-绿-][+红+]茶。'],
      ['One. Two.\nThree', 'One. 2.\nThree', 'One. [-Two-][+2+].\nThree'],
      ['same', 'same', 'same'],
      ['', 'new', '[+new+]'],
      ['👍🏽 e\u0301', '👍🏽 e', '👍🏽 [-e\u0301-][+e+]'],
    ] as const)
      expect(show(older, newer)).toBe(shown);
  });

  it('of long texts ends with its budget, and loses no text', () => {
    const next = chance(3);
    const long = () => {
      let text = '';
      while (text.length < 27_000) text += `w${next(3000)}${next(12) === 0 ? '. ' : ' '}`;
      return text;
    };
    const [older, newer] = [long(), long()];
    for (const steps of [0, 1000, 100_000, 300_000]) {
      const budget: Budget = { steps };
      expect(textsOf(runsOf(older, newer, budget))).toEqual({ older, newer });
      expect(budget.steps).toBeGreaterThan(-5000);
    }
  });

  it('finds one changed word in each sentence of a long text', () => {
    const long = (word: string) => `The tea of ${word} is green and sweet. `.repeat(700);
    const runs = runsOf(long('Ada'), long('Eve'));
    expect(runs.length).toBe(700 * 3 + 1);
  });
});
