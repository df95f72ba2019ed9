import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { mneme, Workplace } from './mneme.ts';

const place = new Workplace();
afterAll(() => place.remove());

const secret = 'hunter2Zx9!';

it('ends with 0 if the store is healthy, 1 if it has findings, 2 if it cannot check', async () => {
  await place.run(mneme`store "The harbour is deep" --db well.db`);
  const well = await place.run(mneme`db doctor --db well.db`);
  expect(well).toMatchObject({ code: 0, stdout: expect.stringContaining('healthy') });

  place.write('lines.jsonl', [{ content: `my password is ${secret}` }]);
  await place.run(mneme`import lines.jsonl --secrets allow --db ill.db`);
  const ill = await place.run(mneme`db doctor --db ill.db --show`);
  expect(ill.code).toBe(1);
  expect(ill.stdout).toContain('my password is [password removed]');
  expect(ill.stdout + ill.stderr).not.toContain(secret);

  expect(await place.run(mneme`db doctor --db nowhere.db`)).toMatchObject({
    code: 2,
    stdout: '',
  });
  expect(await place.run(mneme`db doctor --days 3`)).toMatchObject({ code: 2, stdout: '' });
});

it('ends with 1 for an unknown scope, and suggests the nearest name', async () => {
  await place.run(mneme`store "The lake is cold" --db lake.db --scope user:ada`);
  for (const scope of ['user:Ada', 'user:adda']) {
    const { code, stdout, stderr } = await place.run(
      mneme`db doctor --db lake.db --scope ${scope}`,
    );
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`there is no scope "${scope}": did you mean "user:ada"?`);
  }
  const known = await place.run(mneme`db doctor --db lake.db --scope user:ada`);
  expect([known.code, known.stdout]).toEqual([0, expect.stringContaining('healthy')]);
});

it('opens a damaged file that other commands refuse, and repairs it with --fix --yes', async () => {
  const { stdout } = await place.run(mneme`store "The river is wide" --db hurt.db --json`);
  const { id } = JSON.parse(stdout) as { id: string };
  const whole = readFileSync(place.path('hurt.db'));
  let mended = 0;
  for (let at = whole.indexOf(id); at >= 0; at = whole.indexOf(id, at + 1)) {
    const bytes = Buffer.from(whole);
    bytes[at + 2]! ^= 1;
    writeFileSync(place.path('hurt.db'), bytes);
    const report = await place.run(mneme`db doctor --db hurt.db --json`);
    const { findings } = JSON.parse(report.stdout) as { findings: { kind: string }[] };
    expect(report.code).toBe(1);
    if (findings.some(({ kind }) => kind !== 'index')) continue; // The damage is in the audit.
    const refused = await place.run(mneme`list --db hurt.db`);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('mneme db doctor') });
    const asked = await place.run(mneme`db doctor --db hurt.db --fix`);
    expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
    const fixed = await place.run(mneme`db doctor --db hurt.db --fix --yes --embedder none`);
    // If the damage is in the row, its indexes no longer hide that.
    if (fixed.code === 1) continue;
    expect(fixed).toMatchObject({ code: 0, stdout: expect.stringContaining('mended') });
    expect((await place.run(mneme`list --db hurt.db`)).stdout).toContain('The river is wide');
    mended += 1;
  }
  expect(mended).toBeGreaterThan(0);
});
