import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An OpenAI-compatible endpoint that counts letters: eight numbers per text. */
export class EmbeddingServer {
  /** Every request, oldest first. */
  readonly seen: { path?: string; authorization?: string; model: string }[] = [];
  /** Texts embedded so far. */
  texts = 0;
  /** Delay of each answer. */
  delayMs = 0;
  readonly #server = createServer(async (request, response) => {
    const { input, model } = JSON.parse(await bodyOf(request)) as {
      input: string[];
      model: string;
    };
    this.seen.push({ path: request.url, authorization: request.headers.authorization, model });
    await new Promise((resolve) => setTimeout(resolve, this.delayMs));
    this.texts += input.length;
    const data = input.map((text, index) => ({ index, embedding: letters(text) }));
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ data, model }));
  });

  async start(): Promise<void> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
  }

  /** The value for `--embedder`. */
  spec(model: string): string {
    return `http:http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1#${model}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

function letters(text: string): number[] {
  const counts = new Array<number>(8).fill(0.01);
  for (const character of text) counts[character.charCodeAt(0) % 8]! += 1;
  return counts;
}
