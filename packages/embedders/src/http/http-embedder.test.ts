import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { httpEmbedder } from './http-embedder.ts';

type Handler = (
  body: { model: string; input: string[]; dimensions?: number },
  request: IncomingMessage,
  response: ServerResponse,
) => void;

let server: Server | undefined;

async function serve(handler: Handler): Promise<string> {
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => handler(JSON.parse(text), request, response));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

function answer(response: ServerResponse, vectors: number[][]): void {
  response.setHeader('content-type', 'application/json');
  // Out of order, as the interface allows.
  const data = vectors.map((embedding, index) => ({ index, embedding })).reverse();
  response.end(JSON.stringify({ data }));
}

afterEach(
  () =>
    new Promise<void>((resolve) =>
      server === undefined ? resolve() : server.close(() => resolve()),
    ),
);

describe('the HTTP embedder', () => {
  it('sends texts in batches and keeps their order', async () => {
    const sizes: number[] = [];
    const url = await serve(({ input }, _, response) => {
      sizes.push(input.length);
      answer(
        response,
        input.map((text) => [text.length, 1]),
      );
    });
    const embedder = httpEmbedder({ url, model: 'm', batchSize: 2 });
    const vectors = await embedder.embed(['a', 'bb', 'ccc'], { kind: 'passage' });
    expect(vectors.map(([first]) => first)).toEqual([1, 2, 3]);
    expect(sizes).toEqual([2, 1]);
  });

  it('learns its dimensions from the server, once', async () => {
    let requests = 0;
    const url = await serve(({ input }, _, response) => {
      requests += 1;
      answer(
        response,
        input.map(() => [1, 2, 3]),
      );
    });
    const embedder = httpEmbedder({ url, model: 'm' });
    await embedder.identity();
    expect(await embedder.identity()).toEqual({
      name: 'm',
      revision: '1',
      dimensions: 3,
      pooling: 'remote',
    });
    expect(requests).toBe(1);
  });

  it('sends the key and puts the prefixes before the texts', async () => {
    const seen: unknown[] = [];
    const url = await serve(({ input }, request, response) => {
      seen.push(request.headers.authorization, input);
      answer(
        response,
        input.map(() => [1]),
      );
    });
    const embedder = httpEmbedder({
      url,
      model: 'm',
      apiKey: 'k',
      prefixes: { query: 'query: ', passage: 'passage: ' },
    });
    await embedder.embed(['tea'], { kind: 'query' });
    expect(seen).toEqual(['Bearer k', ['query: tea']]);
  });

  it('retries after 429 and 503, but not after 400', async () => {
    const statuses = [429, 503];
    const url = await serve(({ input }, _, response) => {
      const status = statuses.shift();
      if (status === undefined)
        return answer(
          response,
          input.map(() => [1]),
        );
      response.statusCode = status;
      response.end('later');
    });
    await expect(
      httpEmbedder({ url, model: 'm' }).embed(['tea'], { kind: 'query' }),
    ).resolves.toHaveLength(1);
    statuses.push(400, 400);
    const refused = httpEmbedder({ url, model: 'm', apiKey: 'secret-key' }).embed(['tea'], {
      kind: 'query',
    });
    await expect(refused).rejects.toMatchObject({
      code: 'embedder_failed',
      message: expect.stringMatching(/answered 400/),
    });
    expect(statuses).toEqual([400]);
    await refused.catch((error: Error) => expect(error.message).not.toContain('secret-key'));
  });

  it('reports a malformed answer and an invalid URL', async () => {
    const url = await serve((_, __, response) => response.end('{"result": []}'));
    await expect(
      httpEmbedder({ url, model: 'm' }).embed(['tea'], { kind: 'query' }),
    ).rejects.toMatchObject({ code: 'embedder_failed', field: 'url' });
    expect(() => httpEmbedder({ url: 'localhost', model: 'm' })).toThrow(/http or https address/);
  });

  it('refuses a vector with null, which is how JSON writes NaN', async () => {
    const url = await serve((_, __, response) => answer(response, [[0.5, Number.NaN]]));
    await expect(
      httpEmbedder({ url, model: 'm' }).embed(['tea'], { kind: 'query' }),
    ).rejects.toMatchObject({
      code: 'embedder_failed',
      message: expect.stringMatching(/null in place 1/),
    });
  });

  it('refuses an option that it does not know', () => {
    expect(() =>
      httpEmbedder({ url: 'http://127.0.0.1:1', model: 'm', timeout: 5 } as never),
    ).toThrow('unknown option timeout: did you mean timeoutMs?');
  });

  it('stops when its signal aborts', async () => {
    const url = await serve(() => {});
    const controller = new AbortController();
    const asking = httpEmbedder({ url, model: 'm' }).embed(['tea'], {
      kind: 'query',
      signal: controller.signal,
    });
    controller.abort();
    await expect(asking).rejects.toMatchObject({ code: 'aborted' });
    server?.closeAllConnections();
  });
});
