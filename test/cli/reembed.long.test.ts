import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EmbeddingServer } from './embedding-server.ts';
import { mneme, Workplace } from './mneme.ts';
import { describeOnQdrant } from './on-qdrant.ts';

interface Report {
  embedded: number;
  known: number;
  before: { name: string };
  embedder: { name: string; dimensions: number };
}

interface Stats {
  current: number;
  backend: string;
  embedder: { name: string };
  nextEmbedder?: { name: string };
}

const count = 600;
const workplace = new Workplace();
const models = new EmbeddingServer();
beforeAll(() => models.start());
afterAll(() => {
  models.stop();
  workplace.remove();
});

/** Cases for every store; call `seat` only while the tests run. */
function itChangesOver(seat: () => { address: string; env?: Record<string, string> }): void {
  const answer = <T>(...argv: string[]) => {
    const { address, env } = seat();
    return workplace.json<T>(mneme`${argv} --db ${address}`, { env });
  };

  it('continues after kill -9, and uses the old model until it is complete', async () => {
    const lines = Array.from({ length: count }, (_, index) => ({
      text: `Turn ${index} about topic ${index % 17}`,
      scope: index % 3 === 0 ? 'ada' : 'bob',
    }));
    await answer('import', workplace.write('turns.jsonl', lines));
    models.delayMs = 20;
    const { address, env } = seat();
    const over = ['db', 'reembed', '--embedder', models.spec('letters'), '--batch', '40'];
    const cut = workplace.start(mneme`${over} --progress --db ${address}`, { env });
    let output = '';
    cut.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (/^120 of/m.test(output)) cut.kill('SIGKILL');
    });
    const [, signal] = await once(cut, 'exit');
    expect([signal, output]).toEqual(['SIGKILL', expect.stringContaining(`of ${count} texts`)]);

    expect(await answer<Stats>('db', 'stats')).toMatchObject({
      current: count,
      embedder: { name: 'mneme-static-en-zh' },
      nextEmbedder: { name: 'letters' },
    });
    const old = await answer<{ memories: unknown[] }>('retrieve', 'topic', '--scope', 'ada');
    expect(old.memories.length).toBeGreaterThan(0);
    await answer('store', 'Written while it was cut off', '--scope', 'ada');

    models.delayMs = 0;
    const before = models.texts;
    const report = await answer<Report>(...over);
    expect(report).toMatchObject({
      before: { name: 'mneme-static-en-zh' },
      embedder: { name: 'letters', dimensions: 8 },
    });
    expect(report.known).toBeGreaterThanOrEqual(120);
    expect(report.known + report.embedded).toBe(count + 1);
    // Nothing embedded before the kill was embedded again.
    expect(models.texts - before).toBeLessThanOrEqual(count + 1 - 120 + 2);

    const stats = await answer<Stats>('db', 'stats');
    expect(stats).toMatchObject({ current: count + 1, embedder: { name: 'letters' } });
    expect(stats.nextEmbedder).toBeUndefined();
    const asked = ['retrieve', 'Written while it was cut off', '--scope', 'ada'];
    const refused = await workplace.run(mneme`${asked} --json --db ${address}`, { env });
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.stderr).error).toMatchObject({ code: 'embedder_mismatch' });
    const found = await answer<{ memories: { content: string }[] }>(
      ...asked,
      '--embedder',
      models.spec('letters'),
    );
    expect(found.memories[0]?.content).toBe('Written while it was cut off');
  });

  it('can be abandoned', async () => {
    models.delayMs = 20;
    const { address, env } = seat();
    const over = ['db', 'reembed', '--embedder', models.spec('third'), '--batch', '40'];
    const cut = workplace.start(mneme`${over} --progress --db ${address}`, { env });
    cut.stderr?.once('data', () => cut.kill('SIGKILL'));
    await once(cut, 'exit');
    models.delayMs = 0;
    const other = ['db', 'reembed', '--embedder', models.spec('fourth'), '--json'];
    const refused = await workplace.run(mneme`${other} --db ${address}`, { env });
    expect(JSON.parse(refused.stderr).error).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/third.*fourth/),
    });
    expect(await answer(...over, '--abandon')).toMatchObject({ embedder: { name: 'letters' } });
    expect((await answer<Stats>('db', 'stats')).nextEmbedder).toBeUndefined();
    expect(await answer<Report>(...other.slice(0, -1))).toMatchObject({ known: 0 });
  });
}

describe('mneme db reembed of a SQLite file', () => {
  itChangesOver(() => ({ address: `sqlite:${workplace.path('a.db')}` }));

  it('asks for the new model', async () => {
    const { code, stderr } = await workplace.run(mneme`db reembed --db ${workplace.path('a.db')}`);
    expect(code).toBe(2);
    expect(stderr).toContain('--embedder');
  });
});

describeOnQdrant('mneme db reembed of Qdrant', itChangesOver);
