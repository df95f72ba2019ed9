import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  call,
  type ScriptedServer,
  startScriptedServer,
} from '../../packages/agent/test/support/scripted-server.ts';
import { allergy } from '../../packages/embedders/test/scripted-llm.ts';
import { openMemory } from '../../packages/runtime/src/index.ts';
import { ExampleRun } from './example.ts';

const example = new ExampleRun();
afterAll(() => example.remove());
const script = 'consolidate-job/consolidate.mjs';

let server: ScriptedServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

beforeAll(async () => {
  const { memory, close } = await openMemory({ db: example.db });
  const turns = [{ content: 'I live in Berlin.' }, { content: 'I am allergic to nuts.' }];
  await memory.scope('ada').episodes.append(
    turns.map((turn) => ({ ...turn, speaker: 'Ada' })),
    { session: 's1' },
  );
  await memory
    .scope('ben')
    .episodes.append([{ content: 'My boat leaks.', speaker: 'Ben' }], { session: 's2' });
  await close();
});

it('makes no more facts by rules', async () => {
  // The rules have read each turn when it was appended.
  const dry = '0 turns: 0 facts, 0 confirmed; 0 calls, 0.00 dollars, dry run\n';
  expect(await example.run(script, { argv: ['--dry-run'] })).toBe(dry);
});

it('sends new turns to Claude once, as one batch, and after a dry run still all', async () => {
  server = await startScriptedServer(({ body }) => {
    const boat = JSON.stringify(body.messages).includes('boat');
    const fact = { ...allergy, content: 'Ben has a boat that leaks', evidence: [1] };
    return call([{ name: 'record_facts', input: { facts: boat ? [fact] : [] } }]);
  });
  const env = { ANTHROPIC_API_KEY: 'test', ANTHROPIC_BASE_URL: server.baseURL };
  expect(await example.run(script, { env })).toMatch(
    /^3 turns: 1 facts, 0 confirmed; 2 calls, 0\.\d\d dollars\n$/,
  );
  expect(server.batches.created).toEqual([2]);
  expect(await example.run(script, { env })).toBe(
    '0 turns: 0 facts, 0 confirmed; 0 calls, 0.00 dollars\n',
  );
});
