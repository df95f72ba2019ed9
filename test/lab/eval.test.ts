import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Ran, repositoryRoot, Workplace } from '../cli/mneme.ts';

const place = new Workplace();
afterAll(() => place.remove());

/** `node lab/main.mjs eval`. */
function evaluation(args: string[], env: Record<string, string> = {}): Promise<Ran> {
  const argv = [join(repositoryRoot, 'lab/main.mjs'), 'eval', ...args];
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const all = { PATH, NODE_COMPILE_CACHE, HOME: place.folder, TMPDIR: place.folder, ...env };
  return new Promise((resolve) => {
    execFile(process.execPath, argv, { cwd: place.folder, env: all }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

const memories = place.write('memories.jsonl', [
  { id: 'a/1', scope: 'a', text: 'The cat is called Bolota.', session: 's', sequence: 0 },
  { id: 'a/2', scope: 'a', text: 'She is a grey tabby.', session: 's', sequence: 1 },
  { id: 'b/1', scope: 'b', text: 'The dog is called Bolota.' },
]);
const queries = place.write('queries.jsonl', [
  { id: 'q1', scope: 'a', text: 'What is the cat called?', type: 'fact', relevant: ['a/1'] },
  { id: 'q2', scope: 'b', text: 'What is the cat called?', type: 'adversarial', relevant: ['a/1'] },
  { id: 'q3', scope: 'a', text: 'Is she grey?' },
  { id: 'q4', scope: 'a', text: 'Is she a tabby?', type: 'fact', relevant: ['a/2', 'b/1'] },
]);
const files = ['--memories', memories, '--queries', queries];

describe.concurrent('eval', () => {
  it('measures, and writes every ranking to the run file', async () => {
    const run = place.path('run.jsonl');
    const { stdout } = await evaluation([...files, '--run', run, '--json']);
    const report = JSON.parse(stdout) as { overall: Record<string, number>; types?: object };
    expect(report).toMatchObject({
      memories: 3,
      queries: 4,
      refused: 0,
      queryMs: { mean: expect.any(Number) },
    });
    // One query finds its only answer first, the other one of two.
    expect(report.overall).toMatchObject({
      ...{ n: 2, 'R@1': 0.75, 'R@20': 0.75, 'any@1': 1, 'all@1': 0.5, 'all@20': 0.5, MRR: 1 },
      'nDCG@10': expect.closeTo((1 + 1 / (1 + 1 / Math.log2(3))) / 2, 5),
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
      ['q4', 'a/2', 2, 2],
    ]);
  });

  it('prints a table, by type on request, and leaves no database behind', async () => {
    const temporary = mkdtempSync(place.path('temporary-'));
    const { code, stdout } = await evaluation(
      [...files, '--by-type', '--limit', '1', '--sealed', '--blocks'],
      { TMPDIR: temporary },
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/R@1 \| R@5 \| R@10 \| R@20 \| any@1.*all@20 \| MRR \| nDCG@10/);
    expect(stdout).toMatch(/^\| adversarial \| 1 \| 0\.0000/m);
    expect(stdout).toMatch(/^\| overall \| 2 \| 0\.7500/m);
    expect(stdout).toMatch(/ms a query/);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it.each([
    ['{', 'line 2'],
    [{ id: 'q2' }, 'line 2 .*text'],
  ])('names the line of an unreadable query: %j', async (line, message) => {
    const broken = place.write(`${message.length}.jsonl`, [{ id: 'q1', text: 'x' }, line]);
    const { code, stderr } = await evaluation([...['--memories', memories, '--queries', broken]]);
    expect(code).toBe(2);
    expect(stderr).toMatch(new RegExp(`${message}.*\\[invalid_input\\]`));
  });
});
