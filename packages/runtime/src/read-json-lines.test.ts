import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { streamOf } from '../test/open-test-memory.ts';
import { type JsonLine, type ReadJsonLinesOptions, readJsonLines } from './read-json-lines.ts';

async function read(
  source: AsyncIterable<Uint8Array>,
  options?: ReadJsonLinesOptions,
): Promise<JsonLine[]> {
  const lines: JsonLine[] = [];
  for await (const line of readJsonLines(source, options)) lines.push(line);
  return lines;
}

async function* bytes(...chunks: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

describe('readJsonLines', () => {
  it('skips blank lines, but counts them', async () => {
    const lines = await read(streamOf('{"a":1}\n\n  \n{"a":2}'));
    expect(lines.map((line) => [line.line, 'value' in line && line.value])).toEqual([
      [1, { a: 1 }],
      [4, { a: 2 }],
    ]);
  });

  it('accepts a byte order mark and CRLF', async () => {
    const lines = await read(streamOf('\uFEFF{"a":"é"}\r\n{"a":2}\r\n'));
    expect(lines.map((line) => 'value' in line && line.value)).toEqual([{ a: 'é' }, { a: 2 }]);
  });

  it('reports a line that is not JSON without showing it, and continues', async () => {
    const lines = await read(streamOf('{"a":1}\nmy secret is 4242\n{"a":\n{"a":2}\n'));
    expect(lines.map((line) => line.line)).toEqual([1, 2, 3, 4]);
    expect(lines[1]).toMatchObject({ error: expect.stringMatching(/^is not JSON/) });
    expect(JSON.stringify(lines[1])).not.toContain('secret');
    expect(lines[3]).toMatchObject({ value: { a: 2 } });
  });

  it('reports a line that is not UTF-8', async () => {
    const lines = await read(
      bytes(Uint8Array.of(0x22, 0xff, 0x22, 0x0a), new TextEncoder().encode('1\n')),
    );
    expect(lines).toMatchObject([
      { line: 1, error: expect.stringContaining('UTF-8') },
      { line: 2, value: 1 },
    ]);
  });

  it('skips a line over the limit and reads the next', async () => {
    const lines = await read(streamOf(`"${'x'.repeat(100)}"\n2\n`), { maxLineBytes: 50 });
    expect(lines).toMatchObject([
      { line: 1, error: expect.stringContaining('102 bytes') },
      { value: 2 },
    ]);
  });

  it('reads a line of ten megabytes', async () => {
    const long = 'x'.repeat(10 * 1024 * 1024);
    const [line] = await read(streamOf(`"${long}"\n`, { chunkBytes: 65_536 }));
    expect(line).toMatchObject({ line: 1, value: long });
  });

  it('returns the same lines for any chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue(), { maxLength: 5 }),
        fc.integer({ min: 1, max: 40 }),
        async (values, chunkBytes) => {
          const text = values.map((value) => `${JSON.stringify(value)}\n`).join('');
          const lines = await read(streamOf(text, { chunkBytes }));
          const expected = values.map((value) => JSON.parse(JSON.stringify(value)));
          expect(lines.map((line) => 'value' in line && line.value)).toEqual(expected);
        },
      ),
      { numRuns: 50 },
    );
  });
});
