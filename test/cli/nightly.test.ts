import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { mneme, Workplace } from './mneme.ts';
import { describeOnPostgres } from './on-postgres.ts';

const place = new Workplace();
afterAll(() => place.remove());

interface Nightly {
  steps: {
    step: string;
    outcome: string;
    said: string;
    report?: { scopes?: object[]; stores?: object[]; auditLines?: number };
  }[];
}

async function run(argv: string[]) {
  const { code, stdout, stderr } = await place.run(argv);
  return { code, stderr, steps: (JSON.parse(stdout) as Nightly).steps };
}

const outcomes = ({ steps }: Nightly) =>
  Object.fromEntries(steps.map(({ step, outcome }) => [step, outcome]));

const note = (i: number) => ({ content: `Note ${i}: ${'a long text '.repeat(60)}${i}` });

it('prunes, consolidates, backs up, examines and compacts, and keeps the newest backups', async () => {
  place.write(
    'lines.jsonl',
    Array.from({ length: 60 }, (_, i) => note(i)),
  );
  await place.run(mneme`import lines.jsonl --db night.db`);
  await place.run(mneme`store "The lake is cold" --db night.db --scope bob`);
  mkdirSync(place.path('backups'));
  for (const day of ['01', '02', '03'])
    writeFileSync(place.path(`backups/mneme-202001${day}T031700Z.db`), '');
  writeFileSync(place.path('backups/notes.db'), '');
  const night = await run(
    mneme`nightly --db night.db --max 5 --audit-days 30 --backup-to backups --keep 2 --json`,
  );
  expect(night.code).toBe(0);
  expect(outcomes(night)).toEqual({
    prune: 'done',
    consolidate: 'done',
    backup: 'done',
    doctor: 'done',
    compact: 'done',
  });
  const [prune, , backup, , compact] = night.steps;
  expect(prune!.report).toMatchObject({ pruned: 55, auditLines: 0 });
  expect(prune!.report!.scopes).toHaveLength(2);
  expect(compact!.report!.stores).toMatchObject([{ outcome: 'compacted' }]);
  const kept = readdirSync(place.path('backups')).sort();
  expect(kept).toEqual([
    'mneme-20200103T031700Z.db',
    expect.stringMatching(/^mneme-2\d{7}T\d{6}Z\.db$/),
    'notes.db',
  ]);
  expect(backup!.said).toContain(kept[1]);
  const copy = await place.run(mneme`db stats --db ${`backups/${kept[1]}`} --json`);
  expect(JSON.parse(copy.stdout)).toMatchObject({ current: 6 });
});

it('does the other steps if one fails, and ends with 1', async () => {
  await place.run(mneme`store "The river is wide" --db hurt.db --scope ada`);
  writeFileSync(place.path('a-file'), '');
  const night = await run(mneme`nightly --db hurt.db --scope ada --backup-to a-file --json`);
  expect(night.code).toBe(1);
  expect(outcomes(night)).toEqual({
    prune: 'done',
    consolidate: 'done',
    backup: 'failed',
    doctor: 'done',
    compact: 'done',
  });
  const ofScope = await run(mneme`nightly --db hurt.db --scope ada --audit-days 3 --json`);
  expect(outcomes(ofScope)).toMatchObject({ prune: 'failed', backup: 'skipped', doctor: 'done' });
  expect(ofScope.code).toBe(1);
  expect(await place.run(mneme`nightly --db hurt.db --keep 2`)).toMatchObject({ code: 2 });
  expect(await place.run(mneme`nightly --db nowhere.db`)).toMatchObject({ code: 1 });
  expect(existsSync(place.path('nowhere.db'))).toBe(false);
});

it('compacts a file after a prune that leaves half of it free, or on request', async () => {
  place.write(
    'many.jsonl',
    Array.from({ length: 300 }, (_, i) => note(i)),
  );
  await place.run(mneme`import many.jsonl --db half.db`);
  const { stdout } = await place.run(mneme`prune --db half.db --max 290 --json`);
  expect(JSON.parse(stdout)).toMatchObject({ compacted: [{ outcome: 'not_needed' }] });
  const more = await place.run(mneme`prune --db half.db --max 2 --json`);
  expect(JSON.parse(more.stdout)).toMatchObject({ compacted: [{ outcome: 'compacted' }] });
  const asked = await place.run(mneme`db compact --db half.db --json`);
  expect(JSON.parse(asked.stdout)).toMatchObject({ stores: [{ outcome: 'compacted' }] });
});

describeOnPostgres('nightly on PostgreSQL', (address) => {
  it('writes tables anew that are mostly free', async () => {
    const db = address();
    place.write(
      'thousands.jsonl',
      Array.from({ length: 2500 }, (_, i) => note(i)),
    );
    await place.run(mneme`import thousands.jsonl --db ${db}`);
    const night = await run(mneme`nightly --db ${db} --max 100 --json`);
    expect(outcomes(night)).toMatchObject({ prune: 'done', doctor: 'done', compact: 'done' });
    const [store] = night.steps.at(-1)!.report!.stores as {
      outcome: string;
      bytesBefore: number;
      bytesAfter: number;
    }[];
    expect(store).toMatchObject({ outcome: 'compacted' });
    expect(store!.bytesAfter).toBeLessThan(store!.bytesBefore / 2);
    const { stdout } = await place.run(mneme`db stats --db ${db} --json`);
    expect(JSON.parse(stdout)).toMatchObject({ current: 100 });
  });
});
