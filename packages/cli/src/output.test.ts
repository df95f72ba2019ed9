import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createOutput, progressOn } from './output.ts';

function outputTo(terminal: { isTTY?: boolean; columns?: number }, more = {}) {
  const written: string[] = [];
  const stream = { ...terminal, write: (text: string) => written.push(text) };
  const output = createOutput({
    stdout: stream,
    stderr: stream,
    json: false,
    noColor: false,
    dumb: false,
    ...more,
  });
  return { output, written };
}

describe('createOutput', () => {
  it('uses colours on a terminal, unless it has none or they are disabled', () => {
    const good = (terminal: object, more = {}) => {
      const { output, written } = outputTo(terminal, more);
      output.write(output.colours.good('x'));
      return written.join('');
    };
    expect(good({ isTTY: true })).toBe('\u001b[32mx\u001b[39m');
    expect(good({})).toBe('x');
    expect(good({ isTTY: true }, { noColor: true })).toBe('x');
    expect(good({ isTTY: true }, { dumb: true })).toBe('x');
    expect(good({ isTTY: true }, { json: true })).toBe('x');
  });

  it('removes control sequences from text, even those equal to our colours', () => {
    const attacks = [
      '\u001b]52;c;cm0gLXJmIH4=\u0007',
      '\u001b[2J',
      '\u009b8m',
      '\u001b[32mgreen\u001b[39m',
      '\u001b[32;1000;1000;1000;1000mx',
      'a\rb',
      '\u202egnp',
    ];
    for (const terminal of [{ isTTY: true }, {}]) {
      for (const attack of attacks) {
        const { output, written } = outputTo(terminal);
        output.line(attack);
        output.write(attack);
        output.note(attack);
        output.result({}, () => attack);
        output.line(output.colours.good(attack));
        const painted = terminal.isTTY ? 1 : 0;
        const text = written.join('');
        expect(text.split('\u001b[32m').length - 1).toBe(painted);
        expect(text.split('\u001b[39m').length - 1).toBe(painted);
        const left = text.replaceAll('\u001b[32m', '').replaceAll('\u001b[39m', '');
        expect(left).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
      }
    }
  });

  it('prints JSON that parses to the same value, without control characters', () => {
    const value = { content: '\u009b2J \u202e \u007f \u001b]52;c;eA==\u0007 é' };
    for (const terminal of [{ isTTY: true }, {}]) {
      const { output, written } = outputTo(terminal, { json: true });
      output.result(value, () => '');
      expect(JSON.parse(written.join(''))).toEqual(value);
      expect(written.join('')).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
    }
  });

  it('is used for all output: no command writes directly', () => {
    const folder = new URL('./', import.meta.url);
    const writers = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .filter((name) =>
        /console\.|std(out|err)\.write|stream\.write/.test(
          readFileSync(new URL(name, folder), 'utf8'),
        ),
      );
    // Exceptions: bin.ts reports an old Node, progress.ts draws an escaped line.
    expect(writers.sort()).toEqual(['bin.ts', 'output.ts', 'progress.ts']);
  });

  it('draws progress on a terminal, but not on a dumb one or without one', async () => {
    const written: string[] = [];
    const write = (text: string) => written.push(text);
    for (const [isTTY, dumb] of [
      [true, true],
      [false, false],
    ] as const)
      expect(await progressOn({ isTTY, write }, { dumb })).toBeUndefined();
    (await progressOn({ isTTY: true, write }, { dumb: false }))?.update('importing', 0.5);
    expect(written).toEqual([expect.stringContaining('importing')]);
  });

  it('returns the width available for a table', () => {
    expect(outputTo({ isTTY: true, columns: 50 }).output.tableWidth).toBe(50);
    expect(outputTo({}).output.tableWidth).toBe(Number.POSITIVE_INFINITY);
  });
});
