import { describe, expect, it } from 'vitest';
import { readEnvironment } from './environment.ts';
import { openEmbedder, openLlm, openReranker, parseModelSpec } from './models.ts';
import { openMemory } from './open-memory.ts';

const local = 'http://127.0.0.1:11434/v1';
const environment = (variables: Record<string, string>) =>
  readEnvironment(variables, { platform: 'linux', home: '/nowhere' });

describe('the name of a model', () => {
  it.each([
    ['embedder', 'static', { kind: 'static' }],
    ['embedder', 'transformers:Xenova/m', { kind: 'transformers', model: 'Xenova/m' }],
    ['embedder', `http:${local}#nomic`, { kind: 'http', url: local, model: 'nomic' }],
    [
      'embedder',
      'https://a.example/v1#m',
      { kind: 'http', url: 'https://a.example/v1', model: 'm' },
    ],
    ['reranker', 'none', { kind: 'none' }],
    ['reranker', 'transformers: Xenova/m', { kind: 'transformers', model: 'Xenova/m' }],
    ['llm', 'none', { kind: 'none' }],
    ['llm', 'claude', { kind: 'claude', model: 'claude-haiku-5' }],
    ['llm', 'claude:claude-opus-5', { kind: 'claude', model: 'claude-opus-5' }],
    ['llm', `http:${local}#qwen3:8b`, { kind: 'http', url: local, model: 'qwen3:8b' }],
  ] as const)('is read: %s %s', (role, text, spec) => {
    expect(parseModelSpec(text, role)).toEqual(spec);
  });

  it.each([
    ['embedder', '', /its kind is unknown.*static, transformers:<model> or http:<url>#<model>/],
    ['embedder', 'statik', /its kind is unknown/],
    ['embedder', 'claude', /its kind is unknown/],
    ['embedder', 'transformers:', /it names no model/],
    ['embedder', 'http:localhost', /it names no model after #/],
    ['embedder', 'http:http://#m', /is not a URL/],
    ['reranker', 'static', /its kind is unknown.*transformers:<model> or none/],
    ['reranker', 'transformers: ', /it names no model/],
    ['llm', 'ollama:qwen3', /its kind is unknown.*none, http:<url>#<model> or claude/],
    ['llm', 'claude:', /it names no model/],
    ['llm', `http:${local}`, /it names no model after #/],
  ] as const)('is refused: %s %j', (role, text, message) => {
    expect(() => parseModelSpec(text, role)).toThrow(message);
  });
});

describe('a model over HTTP', () => {
  /** The authorization header that a request to the URL has. */
  async function keySentTo(url: string, variables: Record<string, string>) {
    const sent: unknown[] = [];
    const { fetch } = globalThis;
    globalThis.fetch = async (_, request) => {
      sent.push(new Headers(request?.headers).get('authorization'));
      return Response.json({ data: [{ embedding: [1] }] });
    };
    try {
      const embedder = await openEmbedder(
        { kind: 'http', url, model: 'm' },
        environment(variables),
      );
      await embedder.embed(['x'], { kind: 'query' });
    } finally {
      globalThis.fetch = fetch;
    }
    return sent;
  }

  it('gets the key of OpenAI only from OpenAI, and its own key anywhere', async () => {
    const openai = { OPENAI_API_KEY: 'for-openai' };
    expect(await keySentTo('https://api.openai.com/v1', openai)).toEqual(['Bearer for-openai']);
    expect(await keySentTo('http://api.openai.com/v1', openai)).toEqual([null]);
    expect(await keySentTo('https://api.openai.com.example.org/v1', openai)).toEqual([null]);
    const own = { ...openai, MNEME_EMBEDDER_API_KEY: 'mine' };
    expect(await keySentTo(local, own)).toEqual(['Bearer mine']);
  });
});

describe('a language model', () => {
  it('first requires the key of Claude', async () => {
    const refused = { code: 'invalid_input', field: 'ANTHROPIC_API_KEY' };
    const db = 'sqlite::memory:';
    const opening = openMemory({ db, llm: 'claude', environment: environment({}) });
    await expect(opening).rejects.toMatchObject(refused);
  });

  it('is an extractor and a judge, made without a request', async () => {
    for (const spec of ['claude', `http:${local}#m`])
      expect(
        await openLlm(parseModelSpec(spec, 'llm'), environment({ ANTHROPIC_API_KEY: 'test' })),
      ).toMatchObject({
        extractor: { extract: expect.any(Function) },
        judge: expect.any(Function),
      });
    expect(await openLlm({ kind: 'none' }, environment({}))).toBeUndefined();
  });
});

it('a reranker is not made for none, and loads no model before its first use', async () => {
  expect(await openReranker({ kind: 'none' }, environment({}))).toBeUndefined();
  const made = await openReranker({ kind: 'transformers', model: 'nowhere' }, environment({}));
  expect(made?.name).toBe('nowhere');
});
