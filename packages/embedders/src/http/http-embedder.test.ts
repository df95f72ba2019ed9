import { describe, expect, it } from 'vitest';
import { type HttpEmbedderOptions, httpEmbedder } from './http-embedder.ts';

interface Sent {
  input: string[];
  headers: Headers;
  signal: AbortSignal;
}

const url = 'http://127.0.0.1:1/v1';
const query = { kind: 'query' } as const;

/** An embedder whose server answers like this. */
function over(
  answer: (sent: Sent) => Response | Promise<Response>,
  options: Partial<HttpEmbedderOptions> = {},
) {
  const fetch = async (_: unknown, { body, headers, signal }: RequestInit = {}) => {
    const { input } = JSON.parse(body as string) as { input: string[] };
    return answer({ input, headers: new Headers(headers), signal: signal as AbortSignal });
  };
  return httpEmbedder({ url, model: 'm', fetch: fetch as typeof globalThis.fetch, ...options });
}

/** In reverse order, as the interface allows. */
function vectors({ input }: Sent, vectorOf: (text: string) => number[] = () => [1]): Response {
  const data = input.map((text, index) => ({ index, embedding: vectorOf(text) }));
  return Response.json({ data: data.reverse() });
}

describe('the HTTP embedder', () => {
  it('sends texts in batches and keeps their order', async () => {
    const sizes: number[] = [];
    const answer = (sent: Sent) => {
      sizes.push(sent.input.length);
      return vectors(sent, (text) => [text.length, 1]);
    };
    const made = await over(answer, { batchSize: 2 }).embed(['a', 'bb', 'ccc'], query);
    expect(made.map(([first]) => first)).toEqual([1, 2, 3]);
    expect(sizes).toEqual([2, 1]);
  });

  it('learns its dimensions from the server, once', async () => {
    let requests = 0;
    const embedder = over((sent) => {
      requests += 1;
      return vectors(sent, () => [1, 2, 3]);
    });
    await embedder.identity();
    const identity = { name: 'm', revision: '1', dimensions: 3, pooling: 'remote' };
    expect(await embedder.identity()).toEqual(identity);
    expect(requests).toBe(1);
  });

  it('sends the key and puts the prefixes before the texts', async () => {
    const seen: unknown[] = [];
    const answer = (sent: Sent) => {
      seen.push(sent.headers.get('authorization'), sent.input);
      return vectors(sent);
    };
    const prefixes = { query: 'query: ', passage: 'passage: ' };
    await over(answer, { apiKey: 'k', prefixes }).embed(['tea'], query);
    expect(seen).toEqual(['Bearer k', ['query: tea']]);
  });

  it('reports a malformed answer and an invalid URL', async () => {
    const embedder = over(() => Response.json({ result: [] }));
    const refused = { code: 'embedder_failed', field: 'url' };
    await expect(embedder.embed(['tea'], query)).rejects.toMatchObject(refused);
    expect(() => httpEmbedder({ url: 'localhost', model: 'm' })).toThrow(/http or https address/);
  });

  it('refuses a vector with null, which is how JSON writes NaN', async () => {
    const embedder = over((sent) => vectors(sent, () => [0.5, Number.NaN]));
    await expect(embedder.embed(['tea'], query)).rejects.toMatchObject({
      code: 'embedder_failed',
      message: expect.stringMatching(/null in place 1/),
    });
  });

  it('stops when its signal aborts', async () => {
    const embedder = over(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    const controller = new AbortController();
    const asking = embedder.embed(['tea'], { ...query, signal: controller.signal });
    controller.abort();
    await expect(asking).rejects.toMatchObject({ code: 'aborted' });
  });
});
