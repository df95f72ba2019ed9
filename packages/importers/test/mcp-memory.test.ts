import { describe, expect, it } from 'vitest';
import { usePlace } from './place.ts';

const place = usePlace();

const entity = (name: string, observations?: unknown, more: object = {}) => ({
  type: 'entity',
  name,
  entityType: 'person',
  observations,
  ...more,
});

describe('the graph of the MCP memory server', () => {
  it('gives a fact for each observation and relation; importing again adds nothing', async () => {
    const path = place.lines('memory.json', [
      entity('Ada', ['keeps bees', 'lives in Porto']),
      { type: 'relation', from: 'Ada', to: 'Heron', relationType: 'works_on' },
    ]);
    expect(await place.import(path)).toMatchObject({
      format: 'mcp-memory',
      created: 3,
      problemCount: 0,
    });
    const found = await place.all();
    expect(found.map(({ content }) => content).sort()).toEqual([
      'Ada (person): keeps bees',
      'Ada (person): lives in Porto',
      'Ada works on Heron',
    ]);
    expect(found.find(({ content }) => content.includes('works'))).toMatchObject({
      category: 'relationship',
    });
    expect(await place.import(path)).toMatchObject({ created: 0, confirmed: 3 });
  });

  it('survives and reports broken lines, bad observations, duplicates and dangling relations', async () => {
    const path = place.lines('memory.jsonl', [
      entity('Ada', ['keeps bees']),
      '{"type":"entity","name":"Bo',
      entity('Cy'),
      entity('Di', 'drinks tea'),
      entity('Ada', ['keeps bees', 'has a boat', 7, { content: 'sails' }]),
      { type: 'relation', from: 'Ada', relationType: 'knows' },
      { type: 'relation', from: 'Nobody', to: 'Nowhere', relationType: 'is in' },
      { type: 'note' },
      '[1]',
      '"words"',
      '{"type":"entity","name":"Ed","entityType":"person","observations":["to',
    ]);
    const report = await place.import(path);
    expect(report).toMatchObject({
      created: 4,
      confirmed: 1,
      skipped: { broken: 7, empty: 1, not_a_memory: 1 },
    });
    expect(report.problems.map(({ at }) => at)).toEqual(
      [2, 4, 5, 6, 9, 10, 11].map((line) => `line ${line}`),
    );
    expect(await place.import(path)).toMatchObject({ created: 0, confirmed: 5 });
  });

  it('accepts the field names of other programs that write such files', async () => {
    const path = place.lines('memory.json', [
      { type: 'entity', entityName: 'Ada', observations: ['keeps bees'] },
      { type: 'relation', from_id: 'Ada', to_id: 'Bo', relation_type: 'knows' },
    ]);
    await place.import(path, { from: 'mcp-memory' });
    expect((await place.contents()).sort()).toEqual(['Ada knows Bo', 'Ada: keeps bees']);
  });
});
