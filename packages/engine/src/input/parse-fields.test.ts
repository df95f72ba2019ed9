import { describe, expect, it } from 'vitest';
import { MnemeError } from '../contract/index.ts';
import { integer, nearest, parseFlag, parseText } from './fields.ts';
import { form, parseFields, parseOptions } from './parse-fields.ts';

const options = { limit: integer({ min: 1, max: 10 }), explain: parseFlag };
const input = { content: parseText, place: form({ town: parseText }) };

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
  it('returns the parsed value of each field, and leaves out undefined ones', () => {
    expect(parseOptions({ limit: 3, explain: undefined }, options)).toEqual({ limit: 3 });
  });

  it('refuses an unknown name and suggests the nearest one', () => {
    const error = refusal(() => parseOptions({ limti: 3 }, options));
    expect(error).toMatchObject({ code: 'invalid_input', field: 'limti' });
    expect(error.message).toBe('unknown option limti: did you mean limit?');
  });

  it('lists the known names if none is similar', () => {
    const error = refusal(() => parseFields({ content: 'a', ttl: 3 }, input, { name: 'memory' }));
    expect(error.message).toBe('unknown field ttl: known are content, place');
  });

  it('does not accept names of the prototype', () => {
    for (const name of ['toString', '__proto__', 'constructor']) {
      const given = JSON.parse(`{"${name}": 1}`);
      expect(refusal(() => parseOptions(given, options)).field).toBe(name);
    }
  });

  it('names nested fields by their path', () => {
    const error = refusal(() =>
      parseFields({ place: { twon: 'Delft' } }, input, { name: 'memory' }),
    );
    expect(error.message).toBe('unknown field place.twon: did you mean place.town?');
  });

  it('reports all faults at once, missing fields too', () => {
    const error = refusal(() =>
      parseFields({ place: 3, x: 1 }, input, { name: 'memory', required: ['content'] }),
    );
    expect(error.faults.map(({ field }) => field)).toEqual(['content', 'place', 'x']);
    expect(error.message).toMatch(/^content is missing: .*; place is 3: .*; unknown field x: /);
  });

  it('refuses a value that is not an object', () => {
    expect(() => parseOptions(null, options)).toThrow('options is null: give an object');
    expect(() => parseFields(['a'], input, { name: 'memory' })).toThrow(/^memory is \["a"\]/);
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
