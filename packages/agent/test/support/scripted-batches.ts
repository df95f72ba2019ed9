import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestBody } from './scripted-server.ts';

/** The requests to the Message Batches endpoints, and settings of their behaviour. */
export interface ScriptedBatches {
  /** How many requests each batch had. */
  created: number[];
  cancelled: string[];
  /** Number of polls until a batch has ended. Default: 1. */
  pollsToEnd: number;
}

interface Batch {
  polls: number;
  ended: boolean;
  lines: string[];
}

/** The Message Batches endpoints. The script answers when a batch is created; results are returned once it has ended. */
export function scriptedBatches(
  answerOf: (body: RequestBody, request: IncomingMessage) => Promise<object>,
) {
  const state: ScriptedBatches = { created: [], cancelled: [], pollsToEnd: 1 };
  const made = new Map<string, Batch>();
  const send = (response: ServerResponse, body: object) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  const shown = (id: string, { ended }: Batch, host = '') => ({
    id,
    type: 'message_batch',
    processing_status: ended ? 'ended' : 'in_progress',
    results_url: ended ? `http://${host}/v1/messages/batches/${id}/results` : null,
  });
  const handle = async (request: IncomingMessage, response: ServerResponse, text: string) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const [, , , , id, what] = pathname.split('/');
    const { host } = request.headers;
    if (id === undefined) {
      const { requests } = JSON.parse(text) as {
        requests: { custom_id: string; params: RequestBody }[];
      };
      const name = `msgbatch_${made.size}`;
      const lines: string[] = [];
      for (const { custom_id, params } of requests) {
        const answer = await answerOf(params, request);
        const result =
          'status' in answer
            ? {
                type: 'errored',
                error: { type: 'error', error: answer },
              }
            : { type: 'succeeded', message: answer };
        lines.push(JSON.stringify({ custom_id, result }));
      }
      state.created.push(requests.length);
      const batch = { polls: 0, ended: false, lines };
      made.set(name, batch);
      return send(response, shown(name, batch, host));
    }
    const batch = made.get(id) as Batch;
    if (what === 'cancel') {
      state.cancelled.push(id);
      return send(response, shown(id, batch, host));
    }
    if (what === 'results') {
      response.writeHead(200, { 'content-type': 'application/x-jsonl' });
      // The API promises no order.
      return void response.end(batch.lines.toReversed().join('\n'));
    }
    batch.polls += 1;
    batch.ended ||= batch.polls > state.pollsToEnd;
    send(response, shown(id, batch, host));
  };
  return { state, handle };
}
