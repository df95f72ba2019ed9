import { expect, it } from 'vitest';
import { programRunner, programs } from './doc-programs.ts';

const run = programRunner();

it.each(programs.filter(({ isTest }) => isTest))('$page, the test $file passes', async (test) => {
  for (const each of programs.filter(
    ({ page, number }) => page === test.page && number < test.number,
  ))
    await run(each);
  const { status, stdout } = await run(test, { flags: ['--test', '--test-reporter=tap'] });
  expect([status, stdout.match(/^not ok.*|^ +not ok.*/gm)]).toEqual([0, null]);
  expect(stdout).toMatch(/^# pass [1-9]/m);
});
