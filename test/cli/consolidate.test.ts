import { writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  call,
  type Script,
  type ScriptedServer,
  say,
  startScriptedServer,
} from '../../packages/agent/test/support/scripted-server.ts';
import { allergy, ScriptedLlm } from '../../packages/embedders/test/scripted-llm.ts';
import { mneme, Workplace } from './mneme.ts';

const workplace = new Workplace();
afterAll(() => workplace.remove());

let server: ScriptedServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** Lines as in an export, so that nothing is learned from them at once. */
const turn = (text: string, sequence: number) => ({
  text,
  confirmed_at: '2026-03-09T18:00:00Z',
  session: 's1',
  sequence,
  speaker: 'Ada',
  time: `2026-03-09T18:0${sequence}:00Z`,
});
let number = 0;
let db: string;
beforeEach(async () => {
  db = workplace.path(`ada${number++}.db`);
  const file = workplace.write('turns.jsonl', [
    turn('I live in Berlin.', 0),
    turn('I am allergic to nuts.', 1),
  ]);
  expect(await workplace.run(mneme`import ${file} --db ${db} --scope ada`)).toMatchObject({
    code: 0,
  });
});

const consolidate = async (argv: readonly string[] = [], env = {}) =>
  workplace.run(mneme`sessions consolidate --db ${db} ${argv}`, { env });
const facts = async () => {
  const { stdout } = await workplace.run(mneme`list --db ${db} --scope ada --json`);
  const { memories } = JSON.parse(stdout) as { memories: { kind: string; id: string }[] };
  return memories.filter(({ kind }) => kind === 'fact');
};
const record: Script = ({ body }) => {
  const none = !JSON.stringify(body.messages).includes('nuts');
  return call([{ name: 'record_facts', input: { facts: none ? [] : [allergy] } }]);
};

async function claude(argv: readonly string[] = [], script: Script = record) {
  server = await startScriptedServer(script);
  const env = { ANTHROPIC_API_KEY: 'test', ANTHROPIC_BASE_URL: server.baseURL };
  return consolidate(['--llm', 'claude', ...argv], env);
}

describe('mneme sessions consolidate', () => {
  it('makes facts by rules, once per turn, and lists them in a dry run', async () => {
    const dry = await consolidate(['--dry-run']);
    expect(dry).toMatchObject({ code: 0 });
    expect(dry.stdout).toMatch(/Ada: I live in Berlin[\s\S]*facts would be made of 2 turns/);
    expect(await facts()).toHaveLength(0);
    const made = await consolidate(['--json']);
    const report = JSON.parse(made.stdout) as { facts: number; calls: number };
    expect(report).toMatchObject({ dryRun: false, facts: 2, calls: 1, cost: 0, failures: [] });
    expect((await consolidate()).stdout).toMatch(/^0 facts made of 0 turns/);
    expect(await facts()).toHaveLength(2);
  });

  it('uses Claude within the limits, and reports calls, tokens and costs', async () => {
    const prices = ['--input-price', '1', '--output-price', '5'];
    const none = await claude([...prices, '--max-cost', '0']);
    expect(none.stdout).toContain('stopped at --max-cost');
    await server?.close();
    const made = await claude(prices);
    expect(made).toMatchObject({ code: 0 });
    expect(made.stdout).toMatch(
      /^1 facts made of 2 turns, 0 were known\n1 sessions, 1 windows, 1 calls, cost 0\.0\d+, inputTokens \d+/,
    );
    expect((await facts())[0]).toMatchObject({ extractedBy: 'claude:claude-haiku-5' });
  });

  it('uses an OpenAI-compatible endpoint from a config file', async () => {
    const endpoint = await new ScriptedLlm(({ body }) => {
      const none = !body.messages[1]?.content.includes('nuts');
      return { answer: { facts: none ? [] : [allergy] } };
    }).start();
    const config = workplace.path('llm-config.json');
    writeFileSync(config, JSON.stringify({ llm: endpoint.spec('qwen3:8b') }));
    const env = { MNEME_CONFIG: config, MNEME_LLM_API_KEY: 'k' };
    const shown = await workplace.run(mneme`config --db ${db}`, { env });
    expect(shown.stdout).toMatch(/llm +http:http:\/\/127\.0\.0\.1:\d+\/v1#qwen3:8b/);
    expect(shown.stdout).toMatch(/MNEME_LLM_API_KEY +set/);
    const made = await consolidate([], env);
    expect(made.stdout).toContain('1 facts made of 2 turns');
    expect((await facts())[0]).toMatchObject({ extractedBy: 'http:qwen3:8b' });
    expect(endpoint.requests[0]).toMatchObject({ authorization: 'Bearer k' });
    await endpoint.close();
  });

  it('sends all windows as one batch', async () => {
    const made = await claude(['--batch', '--window-turns', '1']);
    expect(made.stdout).toContain('1 facts made of 2 turns');
    expect(server?.batches.created).toEqual([2]);
  });

  it('ends with 1 and names the session if the extractor fails', async () => {
    const ran = await claude([], () => ({
      status: 401,
      type: 'authentication_error',
      message: 'no',
    }));
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain('ada s1: the extractor claude:claude-haiku-5 failed: 401');
  });
});

describe('mneme prune --summarise', () => {
  const prune = async (argv: readonly string[] = [], script?: Script) => {
    server = await startScriptedServer(script ?? (() => say('Ada spoke of Berlin and nuts.')));
    const env = { ANTHROPIC_API_KEY: 'test', ANTHROPIC_BASE_URL: server.baseURL };
    return workplace.run(mneme`prune --db ${db} --max 0 ${argv}`, { env });
  };
  const claudes = ['--summarise', '--llm', 'claude'];
  const session = async () => {
    const { stdout } = await workplace.run(mneme`sessions show s1 --db ${db} --scope ada`);
    return stdout;
  };

  it('keeps a summary of removed turns, and calls no model in a dry run', async () => {
    expect((await prune([...claudes, '--dry-run'])).stdout).toContain('2 would be removed');
    expect(server?.requests).toHaveLength(0);
    await server?.close();
    expect(await prune(claudes)).toMatchObject({ code: 0, stderr: '' });
    expect(await session()).toContain('Ada spoke of Berlin and nuts.');
    expect(await session()).not.toContain('I live in Berlin.');
    expect(JSON.stringify(server?.requests[0]?.body.messages)).toContain('I am allergic to nuts.');
  });

  it('keeps turns that cannot be summarised, says so and ends with 1', async () => {
    const ran = await prune(claudes, () => ({
      status: 401,
      type: 'authentication_error',
      message: 'no',
    }));
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain('s1: turns stay, because they could not be summarised (401');
    expect(await session()).toContain('I live in Berlin.');
  });
});

describe('mneme get --why', () => {
  it('shows the turns that a fact was made from, and the facts made from a turn', async () => {
    await claude();
    const [fact] = await facts();
    const scope = ['--db', db, '--scope', 'ada'];
    const why = await workplace.run(['get', (fact?.id ?? '').slice(-8), '--why', ...scope]);
    expect(why.code).toBe(0);
    expect(why.stdout).toContain('Extracted by claude:claude-haiku-5');
    expect(why.stdout).toMatch(
      /It rests on\n {2}2026-03-09 18:01 s1 #1 Ada: I am allergic to nuts\./,
    );
    const { stdout } = await workplace.run(mneme`get ${fact?.id ?? ''} --why ${scope} --json`);
    const { turns } = JSON.parse(stdout) as { turns: { id: string }[] };
    const turnId = turns[0]?.id as string;
    const other = await workplace.run(mneme`get ${turnId} --why ${scope}`);
    expect(other.stdout).toMatch(/It was said[\s\S]*On it rest\n {2}Ada is allergic to nuts/);
    const unknown = await workplace.run(
      mneme`get 0195a000-0000-7000-8000-000000000000 --why ${scope}`,
    );
    expect(unknown).toMatchObject({ code: 1, stdout: '' });
  });
});
