import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonPart, splitJson } from './split-json.ts';

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function split(text: string | Uint8Array, { size = 7, maxPartBytes = 10_000 } = {}) {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const parts: JsonPart[] = [];
  for await (const part of splitJson(inChunks(bytes, size), { maxPartBytes })) parts.push(part);
  return parts;
}

const values = (parts: JsonPart[]) => parts.map(({ value }) => value);

describe('a JSON document in parts', () => {
  it('returns each item of a list as JSON.parse does, however the bytes are chunked', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue(), { maxLength: 6 }),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom(undefined, 2),
        async (list, size, indent) => {
          const parts = await split(JSON.stringify(list, undefined, indent), { size });
          expect(values(parts)).toEqual(JSON.parse(JSON.stringify(list)));
          expect(parts.map(({ index }) => index)).toEqual(list.map((_, index) => index));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('returns the members of an object, and each item of its lists', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue(), { maxKeys: 5 }),
        fc.integer({ min: 1, max: 9 }),
        async (object, size) => {
          const given = JSON.parse(JSON.stringify(object)) as Record<string, unknown>;
          const expected = Object.entries(given).flatMap(([key, value]) =>
            Array.isArray(value)
              ? value.map((member: unknown, index) => ({ key, index, value: member }))
              : [{ key, value }],
          );
          expect(await split(JSON.stringify(given), { size })).toEqual(expected);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('skips a byte order mark', async () => {
    expect(values(await split('\ufeff[1, "a"]', { size: 1 }))).toEqual([1, 'a']);
  });

  it.each<[string, string | Uint8Array, unknown]>([
    ['that is not JSON', '[{"a": tru}, 2]', /^is not JSON/],
    ['with a wrong escape', '["x\\q", 2]', /^is not JSON/],
    ['with a wrong bracket', '[{"a": [1}}, 2]', /^is not JSON/],
    ['without a comma', '["a" "b", 2]', /^is not JSON/],
    ['that is missing', '[, 2]', /^is not JSON/],
    ['that is too long', `["${'x'.repeat(20_000)}", 2]`, /^has 20002 bytes; at most 10000/],
    ['nested too deeply', `[${'['.repeat(600)}${']'.repeat(600)}, 2]`, /^is nested 600 levels/],
    ['that is not UTF-8', Uint8Array.of(0x5b, 0x22, 0xff, 0x22, 0x2c, 0x32, 0x5d), /UTF-8/],
  ])('reports a part %s and continues', async (_, text, error) => {
    expect(await split(text)).toEqual([
      { index: 0, error: expect.stringMatching(error as RegExp) },
      { index: 1, value: 2 },
    ]);
  });

  it('reports a broken member of an object with its key', async () => {
    const error = expect.stringMatching(/^is not JSON/);
    expect(await split('{"a": tru, "b": [1, x], "c": }')).toEqual([
      { key: 'a', error },
      { key: 'b', index: 0, value: 1 },
      { key: 'b', index: 1, error },
      { key: 'c', error },
    ]);
  });

  it('reports a part with too many values, and counts none in a text', async () => {
    const many = `[${'{},'.repeat(1_000_000)}{}]`;
    const options = { size: 65_536, maxPartBytes: 10_000_000 };
    const parts = await split(`[${many}, "${'{,['.repeat(400_000)}", 2]`, options);
    expect(parts.map(({ error }) => error)).toEqual([
      'has 2000003 values; at most 1000000 are read at once',
      undefined,
      undefined,
    ]);
  });

  it.each(['[1, {"a": "b', '[1, ', '[1', '[1, "x'])(
    'reports where the truncated %j ends',
    async (text) => {
      const parts = await split(text);
      expect(parts.at(-1)).toMatchObject({ error: 'the file ends in the middle' });
      expect(parts.slice(0, -1)).toEqual(text === '[1' ? [] : [{ index: 0, value: 1 }]);
    },
  );

  it.each([
    '',
    ' \n',
    'hello',
    '"text"',
    '12',
    '{"a" 1}',
    '{1: 2}',
    '[1] 2',
    '{"a", "b": 1}',
    '{"a": 1]',
  ])('refuses %j, which is neither a list nor an object', async (text) => {
    await expect(split(text)).rejects.toMatchObject({ code: 'invalid_input', field: 'file' });
  });

  it('refuses UTF-16 and names it', async () => {
    await expect(split(Buffer.from('\ufeff[1]', 'utf16le'))).rejects.toThrow('UTF-16');
  });
});
