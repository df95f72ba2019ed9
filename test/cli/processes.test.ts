import { once } from 'node:events';
import { afterAll, describe, expect, it } from 'vitest';
import { ended, mneme, Workplace } from './mneme.ts';

const place = new Workplace();
afterAll(() => place.remove());

const facts = (count: number, of = 'ship') =>
  Array.from({ length: count }, (_, index) => ({
    text: `The ${of} number ${index} is called ${index.toString(36)}-${of}.`,
    session: of,
    sequence: index,
  }));
const count = async (db: string) =>
  (await place.json<{ current: number }>(mneme`db stats --db ${db}`)).current;

describe('concurrent processes on one file', () => {
  it('lose no writes', async () => {
    const db = place.path('shared.db');
    const imports = ['ship', 'buoy'].map((of) =>
      place.json(mneme`import ${place.write(`${of}.jsonl`, facts(600, of))} --db ${db}`, {
        alone: true,
      }),
    );
    await Promise.all(imports);
    expect(await count(db)).toBe(1200);
  });

  it('create one record if they store the same text at once', async () => {
    const db = place.path('equal.db');
    const results = await Promise.all(
      Array.from({ length: 3 }, () =>
        place.json<{ id: string; outcome: string }>(mneme`store "I prefer tea" --db ${db}`, {
          alone: true,
        }),
      ),
    );
    expect(await count(db)).toBe(1);
    expect(new Set(results.map(({ id }) => id)).size).toBe(1);
    expect(results.map(({ outcome }) => outcome).sort()).toEqual([
      'confirmed',
      'confirmed',
      'created',
    ]);
  });
});

describe('an import that is killed', () => {
  it('keeps acknowledged items, and the next import adds the rest', async () => {
    const db = place.path('killed.db');
    const file = place.write('killed.jsonl', facts(3000));
    const child = place.start(mneme`import ${file} --db ${db} --progress`);
    child.stderr?.setEncoding('utf8');
    const [line] = (await once(child.stderr!, 'data')) as [string];
    child.kill('SIGKILL');
    await once(child, 'close');
    const acknowledged = Math.max(
      ...[...line.matchAll(/(\d+) items/g)].map((match) => Number(match[1])),
    );
    expect(acknowledged).toBeGreaterThan(0);
    expect(await count(db)).toBeGreaterThanOrEqual(acknowledged);
    expect(await count(db)).toBeLessThan(3000);
    await place.json(mneme`import ${file} --db ${db}`);
    expect(await count(db)).toBe(3000);
  });
});

describe('a command that is interrupted', () => {
  it('ends at Ctrl-C, says what was stored, and exits with 130', async () => {
    const db = place.path('interrupted.db');
    const child = place.start(
      mneme`import ${place.write('interrupted.jsonl', facts(3000))} --db ${db} --progress`,
    );
    const end = ended(child);
    await once(child.stderr!, 'data');
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
    await place.json(mneme`import ${place.write('pipe.jsonl', facts(2000))} --db ${db}`);
    const child = place.start(mneme`db export --db ${db}`);
    child.stdout?.once('data', () => child.stdout?.destroy());
    let stderr = '';
    child.stderr?.on('data', (text) => {
      stderr += String(text);
    });
    const [code] = await once(child, 'exit');
    expect(stderr).toBe('');
    expect(code).toBe(0);
  });
});
