import { describe, expect, it } from 'vitest';
import { MnemeError } from '../interfaces/index.ts';
import { integer, nearest, parseFlag } from './fields.ts';
import { parseOptions } from './parse-fields.ts';

const options = { limit: integer({ min: 1, max: 10 }), explain: parseFlag };

function refusal(run: () => unknown): MnemeError {
  try {
    run();
  } catch (error) {
    if (MnemeError.isInstance(error)) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('parseFields', () => {
  it('does not accept names of the prototype', () => {
    for (const name of ['toString', '__proto__', 'constructor']) {
      const given = JSON.parse(`{"${name}": 1}`);
      expect(refusal(() => parseOptions(given, options)).field).toBe(name);
    }
  });
});

describe('an error', () => {
  it('uses the names of the given interface', () => {
    const words = {
      name: (field: string) => `--${field}`,
      advice: ({ field }: { field: string }) => (field === 'content' ? 'give TEXT' : undefined),
    };
    expect(refusal(() => parseOptions({ limti: 3, limit: 0 }, options)).worded(words)).toBe(
      '--limit is 0: give an integer from 1 to 10; unknown option --limti: did you mean --limit?',
    );
    const error = new MnemeError('secret_refused', [
      { field: 'content', problem: 'is a secret', advice: 'open with mask' },
    ]);
    expect(error.worded(words)).toBe('--content is a secret: give TEXT');
    expect(error.message).toBe('content is a secret: open with mask');
  });

  it('names the item of a list, and has the error of that item as its cause', () => {
    const error = refusal(() => parseOptions({ limit: 0 }, options));
    const located = error.at('items[3]');
    expect(located).toMatchObject({ field: 'items[3].limit', cause: error });
    expect(located.message).toBe('items[3].limit is 0: give an integer from 1 to 10');
  });
});

describe('the nearest name', () => {
  it.each([
    ['limti', 'limit'],
    ['min_importance', 'minImportance'],
    ['expires', 'expiresAt'],
    ['catagories', 'categories'],
    ['x', undefined],
    ['password', undefined],
  ])('to %s is %s', (given, expected) => {
    expect(nearest(given, ['limit', 'minImportance', 'expiresAt', 'categories'])).toBe(expected);
  });
});
