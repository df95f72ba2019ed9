import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allergy, type ChatStep, ScriptedLlm } from '../../packages/embedders/test/scripted-llm.ts';
import { mneme, Workplace } from './mneme.ts';
import { ask, serve } from './serving.ts';

const workplace = new Workplace();
afterAll(() => workplace.remove());

let number = 0;
let db: string;
let ids: { older: string; newer: string };
let endpoint: ScriptedLlm | undefined;

beforeEach(async () => {
  db = workplace.path(`settle${number++}.db`);
  const at = ['--db', db, '--scope', 'ada'];
  const store = async (text: string) =>
    (await workplace.json<{ id: string }>(mneme`store ${text} ${at}`)).id;
  ids = {
    older: await store('User works as a waiter'),
    newer: await store('User works as a carpenter'),
  };
});
afterEach(async () => {
  await endpoint?.close();
  endpoint = undefined;
});

const settle = (argv: readonly string[], env = {}) =>
  workplace.run(mneme`scopes settle ${argv} --db ${db}`, { env });
async function asking(step: ChatStep, argv: readonly string[] = []) {
  endpoint = await new ScriptedLlm([step]).start();
  return settle(['--llm', endpoint.spec('qwen3:8b'), ...argv]);
}
const left = async () => {
  const { memories } = await workplace.json<{ memories: { content: string }[] }>(
    mneme`list --db ${db} --scope ada`,
  );
  return memories.map(({ content }) => content).sort();
};
const both = ['User works as a carpenter', 'User works as a waiter'];

describe('mneme scopes settle', () => {
  it('asks the language model about each contested pair, and applies its verdict', async () => {
    const update = { answer: { reason: 'Another job.', verdict: 'update' } };
    const dry = await asking(update, ['--dry-run']);
    expect(dry.stdout).toMatch(
      /the newer one is true +User works as a carpenter +User works as a wai/,
    );
    expect(dry.stdout).toContain('1 would be settled, 0 stay contested (asked 1 times)');
    expect(await left()).toEqual(both);
    await endpoint?.close();
    expect(await asking(update)).toMatchObject({ code: 0, stderr: '' });
    expect(await left()).toEqual(['User works as a carpenter']);
    expect(endpoint?.requests[0]?.body.messages[1]?.content).toContain('User works as a waiter');
  });

  it('applies the verdict of a person to one pair, without a model', async () => {
    const pair = [ids.newer.slice(0, 8), ids.older, '--scope', 'ada'];
    const done = await settle([...pair, '--verdict', 'older']);
    expect(done).toMatchObject({ code: 0 });
    expect(await left()).toEqual(['User works as a waiter']);
    const again = await settle([...pair, '--verdict', 'update']);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('contest each other') });
  });
});

describe('mneme serve --llm', () => {
  it('uses the language model of the server to settle and to learn from turns', async () => {
    const { key } = await workplace.json<{ key: string }>(
      mneme`keys create --db ${db} --scope ada`,
    );
    endpoint = await new ScriptedLlm(({ body }) =>
      body.response_format?.json_schema.name === 'record_verdict'
        ? { answer: { reason: 'Another job.', verdict: 'update' } }
        : { answer: { facts: [{ ...allergy, content: 'Ada keeps bees', evidence: [1] }] } },
    ).start();
    const serving = await serve(workplace, ['--db', db, '--llm', endpoint.spec('qwen3:8b')]);
    const post = async (path: string, body: object) =>
      (await ask(serving, key, { method: 'POST', path: `/v1/mneme/${path}`, body })).json;
    expect(await post('settle', {})).toMatchObject({ calls: 1, superseded: 1 });
    const turns = [{ content: 'Two hives by now.', speaker: 'Ada' }];
    expect(await post('episodes', { session: 'monday', turns })).toMatchObject({
      learned: [expect.any(String)],
    });
    expect(await serving.stop()).toBe(0);
    expect(await left()).toContain('Ada keeps bees');
  });
});
