import { execFileSync } from 'node:child_process';
import { createReadStream, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { evaluate } from '../../lab/eval/evaluate.mjs';
import { repositoryRoot, Workplace } from '../cli/mneme.ts';
import { sharedMemory } from '../memory.ts';

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
  { id: 'q4', scope: 'a', text: 'Is she a tabby?', type: 'fact', relevant: ['a/2', 'b/1'] },
]);

const memory = await sharedMemory();
const measured = (queries: string) =>
  evaluate(memory, {
    ...{ memories: createReadStream(memories), queries: createReadStream(queries) },
    ...{ limit: 100, exclude: ['adversarial'], onRanking: undefined },
  });

it('eval counts what the rankings find', async () => {
  const report = await measured(queries);
  expect(report).toMatchObject({ memories: 3, queries: 4, refused: [] });
  // One query finds its only answer first, the other one of two.
  expect(report.overall).toMatchObject({
    ...{ n: 2, 'R@1': 0.75, 'R@20': 0.75, 'any@1': 1, 'all@1': 0.5, 'all@20': 0.5, MRR: 1 },
    'nDCG@10': expect.closeTo((1 + 1 / (1 + 1 / Math.log2(3))) / 2, 5),
  });
});

it('eval prints a table, by type on request, writes each ranking, and leaves no database', async () => {
  const [run, temporary] = [place.path('run.jsonl'), mkdtempSync(place.path('temporary-'))];
  const files = ['--memories', memories, '--queries', queries, '--run', run];
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const stdout = execFileSync(
    process.execPath,
    [join(repositoryRoot, 'lab/main.mjs'), 'eval', ...files, '--by-type', '--sealed', '--blocks'],
    {
      ...{ cwd: place.folder, encoding: 'utf8' },
      env: { PATH, NODE_COMPILE_CACHE, HOME: place.folder, TMPDIR: temporary },
    },
  );
  expect(stdout).toMatch(/R@1 \| R@5 \| R@10 \| R@20 \| any@1.*all@20 \| MRR \| nDCG@10/);
  expect(stdout).toMatch(/^\| adversarial \| 1 \| 0\.0000/m);
  expect(stdout).toMatch(/^\| overall \| 2 \| 0\.7500/m);
  expect(stdout).toMatch(/ms a query/);
  expect(readdirSync(temporary)).toEqual([]);
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

it.each([
  ['{', 'line 2'],
  [{ id: 'q2' }, 'line 2 .*text'],
])('eval names the line of an unreadable query: %j', async (line, message) => {
  const broken = place.write('broken.jsonl', [{ id: 'q1', text: 'x' }, line]);
  await expect(measured(broken)).rejects.toMatchObject({
    ...{ code: 'invalid_input', message: expect.stringMatching(message) },
  });
});
