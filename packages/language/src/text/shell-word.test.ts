import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shellWord } from './shell-word.ts';

it('is read by a shell as exactly this text, which runs nothing', () => {
  const attacks = [
    '$(touch /tmp/x)',
    '`id`',
    "'; id; '",
    '"; id #',
    '$HOME',
    '!!',
    '~root',
    '*',
    'a\\',
    "\\'",
    'a b',
    '-x',
    '#',
    '',
    '陈伟',
    '=ls',
  ];
  const random = fc.sample(
    fc.string({ unit: fc.constantFrom(...`'"\\$\`!;&|(){}<>*?~# aé\n`) }),
    200,
  );
  const texts = [...attacks, ...random];
  const script = `printf '%s\\0' ${texts.map(shellWord).join(' ')}`;
  expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0')).toEqual([
    ...texts,
    '',
  ]);
});

it('leaves plain names as they are', () => {
  for (const plain of ['ada', 'user:ada', 'a.b/c@d-1', '/etc/mneme/keys.json'])
    expect(shellWord(plain)).toBe(plain);
});
