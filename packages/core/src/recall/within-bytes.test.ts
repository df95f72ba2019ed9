import { expect, it } from 'vitest';
import { withinBytes } from './within-bytes.ts';

it('keeps the beginning and the end of a long message, in whole characters', () => {
  expect(withinBytes('short', 100)).toBe('short');
  for (const filler of ['x', 'é', '中', '😀']) {
    for (let maxBytes = 40; maxBytes < 48; maxBytes++) {
      const query = withinBytes(`begin ${filler.repeat(200)} end`, maxBytes);
      expect(Buffer.byteLength(query)).toBeLessThanOrEqual(maxBytes);
      expect(query).toMatch(/^begin .*\n.* end$/s);
      expect(query).not.toContain('\ufffd');
    }
  }
});
