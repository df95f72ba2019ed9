import { once } from 'node:events';
import { afterAll, describe, expect, it } from 'vitest';
import { ended, mneme, Workplace } from './mneme.ts';

const place = new Workplace();
afterAll(() => place.remove());

const count = async (db: string) =>
  (await place.json<{ current: number }>(mneme`db stats --db ${db}`)).current;
const turns = Array.from({ length: 600 }, (_, sequence) => ({
  text: `The ship number ${sequence} is called ${sequence.toString(36)}.`,
  ...{ session: 'ships', sequence },
}));

it('two processes that write to one file at once lose nothing, and store equal texts once', async () => {
  const db = place.path('shared.db');
  const tickets = (from: number) =>
    Array.from({ length: 80 }, (_, index) => ({
      content: `Ticket ${from + index} of crate ${(from + index) * 7} is paid`,
    }));
  const reports = await Promise.all(
    [0, 40].map((from) =>
      place.json<{ created: number; confirmed: number }>(
        mneme`import ${place.write(`${from}.jsonl`, tickets(from))} --db ${db}`,
        { alone: true },
      ),
    ),
  );
  const sum = (field: 'created' | 'confirmed') => reports[0]![field] + reports[1]![field];
  expect([await count(db), sum('created'), sum('confirmed')]).toEqual([120, 120, 40]);
});

/** An import that has stored some items, and cannot end, since its input stays open. */
async function unfinishedImport(db: string) {
  const child = place.start(mneme`import - --db ${db} --progress`);
  const end = ended(child);
  for (const turn of turns) child.stdin?.write(`${JSON.stringify(turn)}\n`);
  const [told] = (await once(child.stderr!, 'data')) as [string];
  return { child, end, acknowledged: Number(/^(\d+) items/.exec(told)?.[1]) };
}

describe('an import that is killed', () => {
  it('keeps acknowledged items, and the next import adds the rest', async () => {
    const db = place.path('killed.db');
    const { child, end, acknowledged } = await unfinishedImport(db);
    child.kill('SIGKILL');
    await end;
    expect(acknowledged).toBeGreaterThan(0);
    expect(await count(db)).toBeGreaterThanOrEqual(acknowledged);
    expect(await count(db)).toBeLessThan(turns.length);
    await place.json(mneme`import ${place.write('killed.jsonl', turns)} --db ${db}`);
    expect(await count(db)).toBe(turns.length);
  });
});

describe('a command that is interrupted', () => {
  it('ends at Ctrl-C, says what was stored, and exits with 130', async () => {
    const { child, end } = await unfinishedImport(place.path('interrupted.db'));
    child.kill('SIGINT');
    const { code, stderr } = await end;
    expect(code).toBe(130);
    expect(stderr).toMatch(/interrupted.*\d+ items are imported/);
  });

  it('ends at Ctrl-C while it waits for standard input', async () => {
    const child = place.start(mneme`import -`, { env: { XDG_DATA_HOME: place.path('waiting') } });
    const end = ended(child);
    await once(child.stderr!, 'data'); // It prints the path of the new database before it reads.
    child.kill('SIGINT');
    expect((await end).code).toBe(130);
  });

  it('ends without an error when its output is closed', async () => {
    const db = place.path('pipe.db');
    await place.json(mneme`import ${place.write('pipe.jsonl', turns)} --db ${db}`);
    const child = place.start(mneme`db export --db ${db}`);
    child.stdout?.once('data', () => child.stdout?.destroy());
    expect(await ended(child)).toMatchObject({ code: 0, stderr: '' });
  });
});
