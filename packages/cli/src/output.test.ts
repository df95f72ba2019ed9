import { describe, expect, it } from 'vitest';
import { createOutput } from './output.ts';

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
  it('colours a terminal, unless it cannot or must not', () => {
    const good = (terminal: object, more = {}) => outputTo(terminal, more).output.colours.good('x');
    expect(good({ isTTY: true })).toBe('\u001b[32mx\u001b[39m');
    expect(good({})).toBe('x');
    expect(good({ isTTY: true }, { noColor: true })).toBe('x');
    expect(good({ isTTY: true }, { dumb: true })).toBe('x');
    expect(good({ isTTY: true }, { json: true })).toBe('x');
  });

  it('draws no progress on a dumb terminal', () => {
    const { output, written } = outputTo({ isTTY: true }, { dumb: true });
    output.progress.update('importing', 0.5);
    expect(written).toEqual([]);
  });

  it('knows how wide a table may be', () => {
    expect(outputTo({ isTTY: true, columns: 50 }).output.tableWidth).toBe(50);
    expect(outputTo({}).output.tableWidth).toBe(Number.POSITIVE_INFINITY);
  });
});
