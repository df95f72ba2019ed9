import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { Workplace } from './mneme.ts';

const place = new Workplace();
afterAll(() => place.remove());

const memories = place.write('memories.jsonl', [
  { id: 'a/1', scope: 'a', text: 'The cat is called Bolota.', session: 's', sequence: 0 },
  { id: 'a/2', scope: 'a', text: 'She is a grey tabby.', session: 's', sequence: 1 },
  { id: 'b/1', scope: 'b', text: 'The dog is called Bolota.' },
]);
const queries = place.write('queries.jsonl', [
  { id: 'q1', scope: 'a', text: 'What is the cat called?', type: 'fact', relevant: ['a/1'] },
  { id: 'q2', scope: 'b', text: 'What is the cat called?', type: 'adversarial', relevant: ['a/1'] },
  { id: 'q3', scope: 'a', text: 'Is she grey?' },
]);
const files = ['--memories', memories, '--queries', queries];

describe.concurrent('eval', () => {
  it('measures, and writes every ranking to the run file', async () => {
    const run = place.path('run.jsonl');
    const report = await place.json<{ overall: Record<string, number>; types?: object }>([
      'eval',
      ...files,
      '--run',
      run,
    ]);
    expect(report).toMatchObject({
      memories: 3,
      queries: 3,
      refused: 0,
      queryMs: { mean: expect.any(Number) },
    });
    expect(report.overall).toMatchObject({
      n: 1,
      'R@1': 1,
      'R@20': 1,
      'any@1': 1,
      'all@1': 1,
      MRR: 1,
      'nDCG@10': 1,
    });
    expect(report.types).toBeUndefined();
    const lines = readFileSync(run, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(
      lines.map(({ id, ranked, scores }) => [id, ranked[0], ranked.length, scores.length]),
    ).toEqual([
      ['q1', 'a/1', 2, 2],
      ['q2', 'b/1', 1, 1],
      ['q3', 'a/2', 2, 2],
    ]);
  });

  it('prints a table, by type on request, and leaves no database behind', async () => {
    const temporary = mkdtempSync(place.path('temporary-'));
    const env = { TMPDIR: temporary };
    const { code, stdout } = await place.runAlone(['eval', ...files, '--by-type', '--limit', '1'], {
      env,
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/R@1 +R@5 +R@10 +R@20 +any@1.*all@20 +MRR +nDCG@10/);
    expect(stdout).toMatch(/^adversarial +1 +0\.0000/m);
    expect(stdout).toMatch(/^overall +1 +1\.0000/m);
    expect(stdout).toMatch(/ms a query/);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('names the line of a query that cannot be read', async () => {
    const broken = place.write('broken.jsonl', [{ id: 'q1', text: 'x' }, '{']);
    const { code, stderr } = await place.run([
      'eval',
      '--memories',
      memories,
      '--queries',
      broken,
      '--json',
    ]);
    expect(code).toBe(2);
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('line 2'),
    });
  });
});

describe.concurrent('demo', () => {
  interface Demo {
    sections: { title: string; data: Record<string, unknown> }[];
  }

  it('shows every step on its own conversation', async () => {
    const { code, stdout, stderr } = await place.run(['demo']);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout.match(/━━ \d+ .*/g)).toHaveLength(12);
    expect(stdout).toMatch(/asked as of .*Wei lives in Shanghai/);
    expect(stdout).toMatch(/confirmed \(/);
    expect(stdout).toMatch(/would go/);
  });

  it('tells the same as JSON', async () => {
    const { sections } = await place.json<Demo>(['demo']);
    const [imported, learned, blocks, , change, contest, , secret, , forgotten] = sections.map(
      ({ data }) => data,
    );
    expect(learned).toMatchObject({
      facts: expect.arrayContaining([
        expect.objectContaining({
          content: 'Ada is allergic to penicillin',
          evidence: [{ id: expect.any(String), content: expect.stringContaining('penicillin') }],
        }),
      ]),
    });
    expect(JSON.stringify(blocks)).toContain('Ada is allergic to penicillin');
    const receipt = forgotten?.receipt as { turns: number; forgotten: string[] };
    expect(receipt.turns).toBeGreaterThan(0);
    expect(receipt.forgotten.length).toBeGreaterThan(0);
    expect(forgotten?.holdsAgain).toHaveLength(1);
    expect(contest).toMatchObject({
      outcome: 'created',
      before: [{ content: 'Ada eats fish now' }, {}],
      report: { calls: 1, superseded: 1 },
      after: [{ content: 'Ada eats fish now' }],
    });
    // Each is a change of what was said before; of all other turns none is contested.
    expect(contest?.contested).toEqual([
      'Ada eats fish now',
      'I prefer aisle seats on flights.',
      'I prefer my weekly summaries on Monday morning.',
      expect.stringContaining('not fully vegetarian any more'),
    ]);
    expect(imported).toMatchObject({ lines: 278, leftOut: 0 });
    expect(change).toMatchObject({
      answerThen: { content: expect.any(String) },
      answerNow: { content: expect.any(String) },
    });
    expect(secret).toMatchObject({ refused: [{ line: 77 }, { line: 114 }], traces: 0 });
  });

  it('does the same with turns of one’s own, without times and sessions too', async () => {
    const own = place.write('own.jsonl', [
      { text: 'My grandmother planted apricot trees behind the house.' },
      { text: 'Could you remind me to water them on Thursday?' },
    ]);
    const { code, stdout } = await place.run(['demo', '--file', own]);
    expect(code).toBe(0);
    expect(stdout).toContain('apricot');
    expect(stdout).toMatch(/1 of 1 questions|2 of 2 questions/);
  });

  it('survives an empty file', async () => {
    const { code, stdout } = await place.run(['demo', '--file', place.write('empty.jsonl', [])]);
    expect(stdout).toContain('0 turns');
    expect(code).toBe(0);
  });
});
