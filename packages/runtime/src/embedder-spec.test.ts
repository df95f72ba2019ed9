import { describe, expect, it } from 'vitest';
import { apiKeyFor, parseEmbedderSpec } from './embedder-spec.ts';
import { readEnvironment } from './environment.ts';

describe('parseEmbedderSpec', () => {
  it.each([
    ['static', { kind: 'static' }],
    [
      'transformers:Xenova/all-MiniLM-L6-v2',
      { kind: 'transformers', model: 'Xenova/all-MiniLM-L6-v2' },
    ],
    [
      'http:http://localhost:11434/v1#nomic',
      { kind: 'http', url: 'http://localhost:11434/v1', model: 'nomic' },
    ],
    [
      'http:https://api.example.com/v1#m:small',
      { kind: 'http', url: 'https://api.example.com/v1', model: 'm:small' },
    ],
    [
      'https://api.example.com/v1#m',
      { kind: 'http', url: 'https://api.example.com/v1', model: 'm' },
    ],
  ])('reads %s', (text, spec) => {
    expect(parseEmbedderSpec(text)).toEqual(spec);
  });

  it.each([
    '',
    'statik',
    'transformers:',
    'http:localhost',
    'http:http://localhost',
    'http:http://#m',
  ])('refuses %j and says what is valid', (text) => {
    expect(() => parseEmbedderSpec(text)).toThrow(
      /static, transformers:<model> or http:<url>#<model>/,
    );
  });
});

describe('apiKeyFor', () => {
  const environment = readEnvironment(
    { OPENAI_API_KEY: 'for-openai' },
    { platform: 'linux', home: '/' },
  );

  it('returns the OpenAI key only for OpenAI', () => {
    expect(apiKeyFor('https://api.openai.com/v1', environment)).toBe('for-openai');
    expect(apiKeyFor('http://api.openai.com/v1', environment)).toBeUndefined();
    expect(apiKeyFor('https://api.openai.com.example.org/v1', environment)).toBeUndefined();
  });

  it('returns the endpoint key for any endpoint', () => {
    expect(apiKeyFor('http://localhost/v1', environment, 'mine')).toBe('mine');
  });
});
