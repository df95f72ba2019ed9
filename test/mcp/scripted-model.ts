import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  tools?: { name: string }[];
  messages: { role: string; content: string | Block[] }[];
}
type Block = { type: string; content?: unknown; text?: string };
type Said = { type: 'text'; text: string } | { type: 'tool_use'; name: string; input: object };

/** A local server for the streaming Messages API, with a script as its model. */
export class ScriptedModel {
  readonly asked: Asked[] = [];
  readonly #server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const path = new URL(request.url ?? '', 'http://localhost').pathname;
    if (path !== '/v1/messages') {
      response.setHeader('content-type', 'application/json').end('{"input_tokens":1}');
      return;
    }
    const asked = JSON.parse(body) as Asked;
    this.asked.push(asked);
    stream(response, this.#script(asked));
  });
  readonly #script: (asked: Asked) => Said;

  constructor(script: (asked: Asked) => Said) {
    this.#script = script;
  }

  async start(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/** The tool results of a conversation, newest last. */
export function toolResults({ messages }: Asked): string[] {
  return messages.flatMap(({ content }) =>
    typeof content === 'string'
      ? []
      : content
          .filter(({ type }) => type === 'tool_result')
          .map((block) => JSON.stringify(block.content)),
  );
}

function stream(response: ServerResponse, said: Said): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (type: string, data: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    content: [],
  };
  const usage = { input_tokens: 1, output_tokens: 1 };
  send('message_start', { message: { ...message, stop_reason: null, stop_sequence: null, usage } });
  const uses = said.type === 'tool_use';
  send('content_block_start', {
    index: 0,
    content_block: uses
      ? { type: 'tool_use', id: 'toolu_1', name: said.name, input: {} }
      : { type: 'text', text: '' },
  });
  send('content_block_delta', {
    index: 0,
    delta: uses
      ? { type: 'input_json_delta', partial_json: JSON.stringify(said.input) }
      : { type: 'text_delta', text: said.text },
  });
  send('content_block_stop', { index: 0 });
  const delta = { stop_reason: uses ? 'tool_use' : 'end_turn', stop_sequence: null };
  send('message_delta', { delta, usage });
  send('message_stop', {});
  response.end();
}
