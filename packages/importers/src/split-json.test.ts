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

  it('reports a part with too many values and continues', async () => {
    const many = `[${'{},'.repeat(1_000_000)}{}]`;
    const parts = await split(`[${many}, "${'{,['.repeat(400_000)}", 2]`, {
      size: 65_536,
      maxPartBytes: 10_000_000,
    });
    expect(parts.map(({ error }) => error)).toEqual([
      'has 2000003 values; at most 1000000 are read at once',
      undefined,
      undefined,
    ]);
    expect(parts[2]).toEqual({ index: 2, value: 2 });
  });

  it('reports a part that is not JSON and continues', async () => {
    expect(await split('[{"a": 1}, {"a": tru}, "x\\q", {"a": [1}}, 2]')).toEqual([
      { index: 0, value: { a: 1 } },
      { index: 1, error: expect.stringMatching(/^is not JSON/) },
      { index: 2, error: expect.stringMatching(/^is not JSON/) },
      { index: 3, error: expect.stringMatching(/^is not JSON/) },
      { index: 4, value: 2 },
    ]);
  });

  it('reports a part that is too long, without buffering it, and continues', async () => {
    const parts = await split(`["${'x'.repeat(200)}", 2]`, { maxPartBytes: 100 });
    expect(parts).toEqual([
      { index: 0, error: 'has 202 bytes; at most 100 are read' },
      { index: 1, value: 2 },
    ]);
  });

  it('reports a part that is nested too deeply and continues', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const parts = await split(`[${deep}, 2]`, { size: 4096, maxPartBytes: 1_000_000 });
    expect(parts).toEqual([
      { index: 0, error: expect.stringContaining('100000 levels') },
      { index: 1, value: 2 },
    ]);
  });

  it('reports bytes that are not UTF-8 and continues', async () => {
    const bytes = Buffer.concat([
      Buffer.from('["'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('", 2]'),
    ]);
    expect(await split(bytes)).toEqual([
      { index: 0, error: 'is not valid UTF-8' },
      { index: 1, value: 2 },
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
    '[,]',
    '{"a" 1}',
    '{1: 2}',
    '[1] 2',
    '{"a": }',
    '["a" "b"]',
  ])('refuses %j, which is neither a list nor an object', async (text) => {
    await expect(split(text)).rejects.toMatchObject({ code: 'invalid_input', field: 'file' });
  });

  it('refuses UTF-16 and names it', async () => {
    await expect(split(Buffer.from('\ufeff[1]', 'utf16le'))).rejects.toThrow('UTF-16');
  });
});
