import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
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

async function addressOf(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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

  it('sends nothing to a host that a redirect names, and follows one on the same host', async () => {
    const received: string[] = [];
    const foreign = createServer((request, response) => {
      received.push(request.url ?? '');
      response.end();
    });
    const elsewhere = await addressOf(foreign);
    const asked: string[] = [];
    const own = createServer(async (request, response) => {
      asked.push(request.url ?? '');
      const { input } = JSON.parse(await textOf(request)) as { input: string[] };
      const location = request.url === '/v1/embeddings' ? '/v1/there' : `${elsewhere}/stolen`;
      if (request.url === '/v1/there' && input[0] === 'tea')
        return response.end(JSON.stringify({ data: [{ index: 0, embedding: [1] }] }));
      response.writeHead(307, { location }).end();
    });
    const address = await addressOf(own);
    const embedder = httpEmbedder({ url: `${address}/v1`, model: 'm', apiKey: 'k' });
    expect(await embedder.embed(['tea'], query)).toEqual([Float32Array.of(1)]);
    expect(asked).toEqual(['/v1/embeddings', '/v1/there']);
    await expect(embedder.embed(['secret'], query)).rejects.toMatchObject({
      code: 'embedder_failed',
      message: expect.stringMatching(/redirects to .*\/stolen.*not sent/),
    });
    expect(received).toEqual([]);
    for (const server of [foreign, own]) server.close();
  });

  it.each([200, 500])('does not read an answer that never ends, with status %s', async (status) => {
    let sent = 0;
    const stream = () =>
      new ReadableStream({
        pull(controller) {
          sent += 1024 * 1024;
          controller.enqueue(new Uint8Array(1024 * 1024).fill(0x20));
        },
      });
    const embedder = over(
      () => new Response(stream(), { status, headers: { 'retry-after': '0' } }),
    );
    const failure = { code: 'embedder_failed' };
    await expect(embedder.embed(['tea'], query)).rejects.toMatchObject(failure);
    expect(sent).toBeLessThan(12 * 1024 * 1024);
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
