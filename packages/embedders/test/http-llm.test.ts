import { createMemory } from '@mneme/core';
import { type HttpLlmOptions, httpLlm, staticEmbedder } from '@mneme/embedders';
import { inMemoryBackend } from '@mneme/store/memory';
import { afterEach, describe, expect, it } from 'vitest';
import { allergy, type ChatStep, pair, ScriptedLlm, window } from './scripted-llm.ts';

const facts = { answer: { facts: [allergy] } };

let server: ScriptedLlm;
afterEach(() => server.close());

async function asking(
  script: ConstructorParameters<typeof ScriptedLlm>[0],
  options: Partial<HttpLlmOptions> = {},
) {
  server = await new ScriptedLlm(script).start();
  return httpLlm({ url: server.url, model: 'qwen3:8b', ...options });
}

describe('the extractor over HTTP', () => {
  it('asks for JSON with a schema at a low temperature, and returns facts with the ids of their turns', async () => {
    const { extractor } = await asking([facts], { apiKey: 'k' });
    const extraction = await extractor.extract(window, {});
    expect(extraction).toMatchObject({
      facts: [{ content: allergy.content, evidence: ['turn-b'] }],
      usage: { inputTokens: 1200, outputTokens: 30 },
    });
    expect(extractor.name).toBe('http:qwen3:8b');
    const [{ path, authorization, body }] = server.requests as [(typeof server.requests)[number]];
    expect([path, authorization]).toEqual(['/v1/chat/completions', 'Bearer k']);
    expect(body).toMatchObject({
      model: 'qwen3:8b',
      temperature: 0,
      response_format: { type: 'json_schema', json_schema: { name: 'record_facts', strict: true } },
      messages: [{ role: 'system' }, { role: 'user' }],
    });
    // The instructions contain the schema too, for servers that ignore it.
    expect(body.messages[0]?.content).toContain('"required":["facts"]');
    expect(body.messages[1]?.content).toContain('"text":"Nowhere with nuts, I am allergic"');
    expect(body.messages[1]?.content).not.toContain('turn-b');
  });

  it('omits parameters that a server refuses, and remembers them if that helped', async () => {
    const { extractor } = await asking(({ body }) => {
      if (body.response_format !== undefined)
        return { status: 400, message: 'response_format is not supported' };
      return facts;
    });
    for (let round = 0; round < 2; round++)
      expect((await extractor.extract(window, {})).facts).toHaveLength(1);
    const sent = server.requests.map(({ body }) => [body.response_format?.type, body.temperature]);
    expect(sent).toEqual([
      ['json_schema', 0],
      [undefined, 0],
      [undefined, 0],
    ]);
    await server.close();
    const other = await asking(({ body }) =>
      body.temperature === undefined && body.response_format === undefined
        ? { status: 422, message: 'the prompt is too long' }
        : { status: 422, message: 'bad request' },
    );
    await expect(other.extractor.extract(window, {})).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('the prompt is too long'),
    });
    await expect(other.extractor.extract(window, {})).rejects.toThrow('too long');
    expect(server.requests.map(({ body }) => body.temperature)).toEqual([
      0,
      undefined,
      0,
      undefined,
    ]);
  });

  it.each([
    ['in a Markdown code fence', `\`\`\`json\n${JSON.stringify(facts.answer)}\n\`\`\``],
    ['behind thoughts', `<think>{"facts": []} or not?</think>\n\n${JSON.stringify(facts.answer)}`],
  ])('reads an answer %s', async (_, text) => {
    const { extractor } = await asking([text]);
    expect((await extractor.extract(window, {})).facts).toHaveLength(1);
  });

  it.each<[string, ChatStep]>([
    ['prose', 'The facts are: Ada is allergic to nuts.'],
    ['JSON with prose around it', `Here you are: ${JSON.stringify(facts.answer)}`],
    ['truncated JSON', { content: JSON.stringify(facts.answer), finish: 'length' }],
    ['nothing', ''],
    ['thoughts alone', '<think>Let me see'],
    ['a list', { answer: [allergy] }],
    ['no list', { answer: { facts: 'none' } }],
    ['null', 'null'],
  ])('discards an answer that is %s', async (_, step) => {
    const { extractor } = await asking([step]);
    expect(await extractor.extract(window, {})).toMatchObject({
      facts: [],
      unusable: expect.any(String),
      usage: { outputTokens: 30 },
    });
  });

  it('retries if that may help, and shows neither key nor password', async () => {
    const script: ChatStep[] = [
      { status: 429, message: 'slow down', retryAfter: '0' },
      { status: 503, message: 'loading the model' },
      facts,
    ];
    const { extractor } = await asking(script, { apiKey: 'secret-key' });
    expect((await extractor.extract(window, {})).facts).toHaveLength(1);
    await server.close();
    const refused = await asking([{ status: 401, message: 'no such key' }], {
      apiKey: 'secret-key',
    });
    const asked = Promise.resolve(refused.extractor.extract(window, {}));
    const failure: unknown = await asked.catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'unavailable', message: /answered 401.*no such key/ });
    expect((failure as Error).message).not.toContain('secret-key');
    expect(server.requests).toHaveLength(1);
  });

  it('does not retry after a timeout, and stops when its signal aborts', async () => {
    let sent = 0;
    const counting: typeof fetch = (...request) => {
      sent += 1;
      return fetch(...request);
    };
    const { extractor } = await asking(['never'], { timeoutMs: 50, fetch: counting });
    await expect(extractor.extract(window, {})).rejects.toThrow('no answer within 50 ms');
    expect(sent).toBe(1);
    await server.close();
    const controller = new AbortController();
    const { judge } = await asking(() => {
      controller.abort();
      return 'never';
    });
    await expect(judge(pair, { signal: controller.signal })).rejects.toMatchObject({
      code: 'aborted',
    });
  });

  it('summarises, and refuses unknown options', async () => {
    const { extractor } = await asking([' Ada has an allergy. ']);
    expect(await extractor.summarise?.(window, {})).toEqual({ content: 'Ada has an allergy.' });
    expect(server.requests[0]?.body).not.toHaveProperty('response_format');
    const { url } = server;
    expect(() => httpLlm({ url, model: 'm', timeout: 5 } as never)).toThrow(
      'did you mean timeoutMs?',
    );
    expect(() => httpLlm({ url: 'localhost', model: 'm' })).toThrow(/http or https address/);
    expect(() => httpLlm({ url } as never)).toThrow('model');
  });
});

describe('the judge over HTTP', () => {
  it.each(['same', 'update', 'older', 'distinct', 'contested'] as const)(
    'returns the verdict %s',
    async (verdict) => {
      const { judge } = await asking([{ answer: { reason: 'Because.', verdict } }]);
      expect(await judge(pair, {})).toBe(verdict);
    },
  );

  it.each<[string, ChatStep]>([
    ['prose', 'The newer one holds, so update.'],
    ['an unknown verdict', { answer: { reason: 'Both are wrong.', verdict: 'delete' } }],
    ['two verdicts', '{"verdict":"update"}\n{"verdict":"same"}'],
    ['a list', { answer: ['update'] }],
    ['cut off', { content: '{"reason":"x","verdict":"update"}', finish: 'length' }],
    ['an error', { status: 400, message: 'no' }],
  ])('keeps both facts after %s', async (_, step) => {
    const { judge } = await asking([step]);
    const memory = await createMemory({
      backend: inMemoryBackend(),
      embedder: staticEmbedder(),
      calibration: { related: -1, duplicate: 2, relevant: 0.3 },
      extractor: 'none',
      judge,
    });
    const ada = memory.scope('ada');
    const berlin = await ada.store({ content: 'Ada lives in Berlin' });
    const munich = await ada.store({ content: 'Ada lives in Munich' });
    expect(server.requests.length).toBeGreaterThan(0);
    expect(munich).toMatchObject({ outcome: 'created', contests: [berlin.id] });
    expect(await memory.settle()).toMatchObject({ open: 1, decided: [] });
    expect((await ada.list()).memories).toHaveLength(2);
    await memory.close();
  });

  it('opens a memory in one line that extracts and judges with the model', async () => {
    server = await new ScriptedLlm(({ body }) =>
      body.response_format?.json_schema.name === 'record_facts'
        ? facts
        : { answer: { reason: 'She moved.', verdict: 'update' } },
    ).start();
    const memory = await createMemory({
      backend: inMemoryBackend(),
      embedder: staticEmbedder(),
      ...httpLlm({ url: server.url, model: 'qwen3:8b' }),
    });
    const ada = memory.scope('ada');
    const turns = [{ content: 'Where?' }, { content: 'Nowhere with nuts, I am allergic' }];
    const { learned } = await ada.episodes.append(turns, { session: 'monday' });
    expect(await ada.get(learned[0] as string)).toMatchObject({
      content: 'Ada is allergic to nuts',
      extractedBy: 'http:qwen3:8b',
    });
    await memory.close();
  });
});
