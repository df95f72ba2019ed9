import { describe, it } from 'vitest';
import { usePlace } from './place.ts';

const place = usePlace();

const entity = (name: string, observations?: unknown) => ({
  type: 'entity',
  name,
  entityType: 'person',
  observations,
});

describe('the graph of the MCP memory server', () => {
  it('gives a fact for each observation and relation', async () => {
    const path = place.lines('memory.json', [
      entity('Ada', ['keeps bees', 'lives in Porto']),
      { type: 'relation', from: 'Ada', to: 'Heron', relationType: 'works_on' },
    ]);
    await place.gives(path, {
      report: { format: 'mcp-memory' },
      records: [
        'Ada (person): keeps bees',
        'Ada (person): lives in Porto',
        { content: 'Ada works on Heron', category: 'relationship' },
      ],
    });
  });

  const ada = entity('Ada', ['keeps bees']);
  const works = { type: 'relation', from: 'Ada', to: 'Heron', relationType: 'works_on' };
  it.each([
    ['a list', JSON.stringify([ada, works], undefined, 2)],
    ['objects on one line', JSON.stringify(ada) + JSON.stringify(works)],
    ['objects on one line with spaces', `${JSON.stringify(ada)} ${JSON.stringify(works)}\n`],
    ['one graph', JSON.stringify({ entities: [ada], relations: [works] })],
  ])('is read and detected as %s', async (_, content) => {
    await place.gives(place.write('memory.json', content), {
      report: { format: 'mcp-memory', problemCount: 0 },
      records: ['Ada (person): keeps bees', 'Ada works on Heron'],
    });
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
    await place.gives(path, {
      report: {
        confirmed: 1,
        skipped: { broken: 7, empty: 1, not_a_memory: 1 },
        problemCount: 7,
        problems: [2, 4, 5, 6, 9, 10, 11].map((line) => ({ at: `line ${line}` })),
      },
      records: [
        'Ada (person): has a boat',
        'Ada (person): keeps bees',
        'Ada (person): sails',
        'Nobody is in Nowhere',
      ],
    });
  });

  it('accepts the field names of other programs that write such files', async () => {
    const path = place.lines('memory.json', [
      { type: 'entity', entityName: 'Ada', observations: ['keeps bees'] },
      { type: 'relation', from_id: 'Ada', to_id: 'Bo', relation_type: 'knows' },
    ]);
    await place.gives(path, { from: 'mcp-memory', records: ['Ada knows Bo', 'Ada: keeps bees'] });
  });
});
