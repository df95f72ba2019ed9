import type { IncomingMessage } from 'node:http';
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

/**
 * The Message Batches endpoints. The script answers when a batch is created; results are returned once it has ended, as
 * lines of JSON. Other answers are objects.
 */
export function scriptedBatches(
  answerOf: (body: RequestBody, request: IncomingMessage) => Promise<object>,
) {
  const state: ScriptedBatches = { created: [], cancelled: [], pollsToEnd: 1 };
  const made = new Map<string, Batch>();
  const create = async (request: IncomingMessage, text: string) => {
    const { requests } = JSON.parse(text) as {
      requests: { custom_id: string; params: RequestBody }[];
    };
    const lines: string[] = [];
    for (const { custom_id, params } of requests) {
      const answer = await answerOf(params, request);
      const result =
        'status' in answer
          ? { type: 'errored', error: { type: 'error', error: answer } }
          : { type: 'succeeded', message: answer };
      lines.push(JSON.stringify({ custom_id, result }));
    }
    state.created.push(requests.length);
    const id = `msgbatch_${made.size}`;
    made.set(id, { polls: 0, ended: false, lines });
    return id;
  };
  const handle = async (request: IncomingMessage, text: string): Promise<object | string> => {
    const [, , , , named, what] = (request.url ?? '').split(/[/?]/);
    const id = named ?? (await create(request, text));
    const batch = made.get(id) as Batch;
    // The API promises no order.
    if (what === 'results') return batch.lines.toReversed().join('\n');
    if (what === 'cancel') state.cancelled.push(id);
    else if (named !== undefined) batch.polls += 1;
    batch.ended ||= batch.polls > state.pollsToEnd;
    const results = `http://${request.headers.host}/v1/messages/batches/${id}/results`;
    return {
      id,
      type: 'message_batch',
      processing_status: batch.ended ? 'ended' : 'in_progress',
      results_url: batch.ended ? results : null,
    };
  };
  return { state, handle };
}
