import { describe, expect, it } from 'vitest';
import { readEnvironment } from './environment.ts';
import { openLlm, parseLlmSpec } from './llm-spec.ts';
import { openMemory } from './open-memory.ts';

describe('the name of a language model', () => {
  it.each([
    ['none', { kind: 'none' }],
    ['claude', { kind: 'claude', model: 'claude-haiku-5' }],
    ['claude:claude-opus-5', { kind: 'claude', model: 'claude-opus-5' }],
    [
      'http:http://127.0.0.1:11434/v1#qwen3:8b',
      { kind: 'http', url: 'http://127.0.0.1:11434/v1', model: 'qwen3:8b' },
    ],
    [
      'https://api.openai.com/v1#gpt-5',
      { kind: 'http', url: 'https://api.openai.com/v1', model: 'gpt-5' },
    ],
  ])('%s is read', (text, spec) => {
    expect(parseLlmSpec(text)).toEqual(spec);
  });

  it.each([
    ['ollama:qwen3', /its kind is unknown/],
    ['claude:', /its kind is unknown/],
    ['http:http://127.0.0.1:11434/v1', /no model after #/],
    ['http:http://#qwen3', /is no URL/],
  ])('%s is refused', (text, message) => {
    expect(() => parseLlmSpec(text)).toThrow(message);
  });
});

describe('openLlm', () => {
  it('first requires the key of Claude', async () => {
    const environment = readEnvironment({}, { home: '/nowhere' });
    await expect(openLlm(parseLlmSpec('claude'), environment)).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'ANTHROPIC_API_KEY',
    });
    const db = 'sqlite::memory:';
    await expect(openMemory({ db, llm: 'claude', environment })).rejects.toThrow(
      'ANTHROPIC_API_KEY',
    );
  });

  it('creates an extractor and a judge without a request', async () => {
    const environment = readEnvironment({ ANTHROPIC_API_KEY: 'test' }, { home: '/nowhere' });
    for (const spec of ['claude', 'http:http://127.0.0.1:1/v1#m'])
      expect(await openLlm(parseLlmSpec(spec), environment)).toMatchObject({
        extractor: { extract: expect.any(Function) },
        judge: expect.any(Function),
      });
    expect(await openLlm(parseLlmSpec('none'), environment)).toBeUndefined();
  });
});
