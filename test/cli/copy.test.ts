import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mneme, Workplace } from './mneme.ts';
import { describeOnQdrant } from './on-qdrant.ts';

interface Report {
  scopes: { scope: string; records: number; known: number; auditLines: number; checksum: string }[];
}

describeOnQdrant('mneme db copy', (seatOnQdrant) => {
  const workplace = new Workplace();
  const count = 600;
  let qdrant: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    ({ address: qdrant, env } = seatOnQdrant());
    const lines = Array.from({ length: count }, (_, index) => ({
      text: `Turn ${index} about topic ${index % 17}`,
      session: 's',
      sequence: index,
      scope: index % 3 === 0 ? 'ada' : 'bob',
    }));
    await workplace.json(mneme`import ${workplace.write('turns.jsonl', lines)} --db a.db`);
    const seat = ['--db', 'a.db', '--scope', 'ada'];
    await workplace.json(mneme`store "The meeting is on Monday" ${seat}`);
    await workplace.json(mneme`store "The meeting is on Friday" ${seat}`);
  });
  afterAll(() => workplace.remove());

  it('continues after kill -9, loses nothing, and copies back the same', async () => {
    const there = ['db', 'copy', '--from', 'sqlite:a.db', '--to', qdrant];
    const cut = workplace.start(mneme`${there} --progress`, { env });
    cut.stderr?.once('data', () => cut.kill('SIGKILL'));
    await once(cut, 'exit');
    const first = await workplace.json<Report>(there, { env });
    const total = (report: Report, field: 'records' | 'known') =>
      report.scopes.reduce((sum, scope) => sum + scope[field], 0);
    expect(total(first, 'records')).toBe(count + 2);
    expect(total(first, 'known')).toBeGreaterThan(0);

    const back = await workplace.json<Report>(mneme`db copy --from ${qdrant} --to sqlite:b.db`, {
      env,
    });
    expect(back.scopes.map(({ scope, checksum }) => [scope, checksum])).toEqual(
      first.scopes.map(({ scope, checksum }) => [scope, checksum]),
    );
    expect(back.scopes.map(({ auditLines }) => auditLines)).toEqual(
      first.scopes.map(({ auditLines }) => auditLines),
    );
    const ask = async (db: string) => {
      const { memories } = await workplace.json<{ memories: { id: string }[] }>(
        mneme`retrieve "topic 5" --scope ada --db ${db}`,
        { env },
      );
      return memories.map(({ id }) => id);
    };
    const [original, copied, returned] = [await ask('a.db'), await ask(qdrant), await ask('b.db')];
    expect(copied).toEqual(original);
    expect(returned).toEqual(original);
  }, 180_000);

  it('copies a single scope, and writes nothing the second time', async () => {
    const one = ['db', 'copy', '--from', 'sqlite:a.db', '--to', 'sqlite:c.db', '--scope', 'ada'];
    const { scopes } = await workplace.json<Report>(one);
    expect(scopes.map(({ scope, known }) => [scope, known])).toEqual([['ada', 0]]);
    const again = await workplace.json<Report>(one);
    expect(again.scopes[0]?.known).toBe(scopes[0]?.records);
  });

  it('exports records and imports all of them into another kind of store', async () => {
    const address = seatOnQdrant().another();
    const file = workplace.path('records.jsonl');
    await workplace.json(mneme`db export ${file} --records --db a.db --scope ada`);
    const first = await workplace.json<{ records: number; known: number }>(
      mneme`import ${file} --records --db ${address}`,
      { env },
    );
    const again = await workplace.json<{ records: number; known: number }>(
      mneme`import ${file} --records --db ${address}`,
      { env },
    );
    expect([first.known, again.known]).toEqual([0, first.records]);
    const check = ['db', 'copy', '--scope', 'ada', '--from'];
    const { scopes } = await workplace.json<Report>(mneme`${check} ${address} --to sqlite:a.db`, {
      env,
    });
    expect(scopes[0]?.known).toBe(first.records);
  });

  it('names a missing database', async () => {
    const { code, stderr } = await workplace.run(mneme`db copy --from none.db --to d.db`);
    expect(code).toBe(1);
    expect(stderr).toMatch(/there is no database at .*none\.db/);
  });
});
