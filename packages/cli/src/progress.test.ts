import { describe, expect, it } from 'vitest';
import { progress } from './progress.ts';

function terminal() {
  const written: string[] = [];
  return { columns: 60, written, write: (text: string) => written.push(text) };
}

describe('progress', () => {
  it('redraws one line at a limited rate and clears it at the end', () => {
    const stream = terminal();
    let time = 0;
    const line = progress(stream, { now: () => time });
    for (; time < 200; time += 10) line.update('importing', time / 200);
    line.clear();
    expect(stream.written).toHaveLength(4);
    expect(stream.written[0]).toContain('importing');
    expect(stream.written.every((text) => text.startsWith('\r'))).toBe(true);
    expect(stream.written.at(-1)).toBe('\r\u001b[K');
  });
});
