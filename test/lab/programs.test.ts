import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { load, programs } from '../../lab/programs.mjs';

it('every program of the lab loads and is listed in its README', async () => {
  const readme = readFileSync(new URL('../../lab/README.md', import.meta.url), 'utf8');
  for (const name of Object.keys(programs)) {
    expect(typeof (await load(name)), name).toBe('function');
    expect(readme).toContain(`| \`${name}\` |`);
  }
});
