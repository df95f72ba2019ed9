import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { programs } from '../../lab/programs.mjs';

it('every program of the lab loads, and its README has a line for it', async () => {
  const readme = readFileSync(new URL('../../lab/README.md', import.meta.url), 'utf8');
  for (const [name, { load }] of Object.entries(programs)) {
    expect(typeof (await load()).main, name).toBe('function');
    expect(readme).toContain(`| \`${name}\` |`);
  }
});
