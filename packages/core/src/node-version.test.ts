import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { nodeTooOld, oldestNode } from './node-version.ts';

it('accepts the oldest supported Node and every newer one', () => {
  for (const version of ['22.14.0', '22.23.3', '23.0.0', '24.0.0', '26.10.0', '100.0.0'])
    expect([version, nodeTooOld(version)]).toEqual([version, undefined]);
});

it('names the installed Node if it is too old', () => {
  expect(nodeTooOld('20.20.2')).toBe('Mneme needs Node 22.14 or newer; this is 20.20.2');
  expect(nodeTooOld('22.13.1')).toBe('Mneme needs Node 22.14 or newer; this is 22.13.1');
});

it('equals the engines field of every package', () => {
  const packages = new URL('../..', import.meta.url);
  for (const name of ['..', ...readdirSync(packages)]) {
    const text = readFileSync(new URL(`${name}/package.json`, packages), 'utf8');
    const { engines } = JSON.parse(text) as { engines?: { node?: string } };
    expect([name, engines?.node]).toEqual([name, `>=${oldestNode}`]);
  }
});
