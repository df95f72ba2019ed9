import { setTimeout as delay } from 'node:timers/promises';
import { MnemeError } from '@mneme/core';
import { invalid, type Parse, show } from '@mneme/core/input';

/** A request to a model server. It changes nothing there, so it may be repeated. */
export interface JsonRequest {
  body: object;
  apiKey?: string;
  /** Of one try. */
  timeoutMs: number;
  /** False if a repeated request would take as long again. */
  retryTimeouts: boolean;
  /** The largest answer that is read. */
  maxBytes: number;
  signal?: AbortSignal;
  fetch?: typeof fetch;
}

/**
 * The answer as JSON, or why there is none. `status`: the server refused the request, so a repetition does not help.
 */
export type JsonAnswer = { body: unknown } | { failure: string; status?: number };

const maxAttempts = 4;
/** The longest pause that a server may request. */
const longestPauseMs = 60_000;
const mostRedirects = 3;
/** Of a refusal, for its message. */
const refusalCharacters = 200;

/**
 * Repeats the request if that may help. Texts and key go only to the origin of `endpoint`: a redirect to another one
 * is a failure. Rejects only with `aborted`.
 */
export async function postJson(
  endpoint: string,
  { body, apiKey, timeoutMs, retryTimeouts, maxBytes, signal, fetch: send = fetch }: JsonRequest,
): Promise<JsonAnswer> {
  for (let attempt = 1; ; attempt++) {
    const limit = AbortSignal.timeout(timeoutMs);
    let failed: { failure: string; status?: number };
    let mayHelp = true;
    let asked = 0;
    try {
      const request: RequestInit = {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/json',
          ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
        },
        body: JSON.stringify(body),
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      };
      let response = await send(endpoint, request);
      let target = sameOrigin(response, endpoint);
      for (let count = 0; target !== undefined && count < mostRedirects; count++) {
        await response.body?.cancel();
        response = await send(target, request);
        target = sameOrigin(response, target);
      }
      const { status } = response;
      if (response.ok) {
        const { text, isWhole } = await readUpTo(maxBytes, response);
        if (isWhole) return { body: JSON.parse(text) };
        return { failure: `its answer is larger than ${maxBytes} bytes`, status };
      }
      const location = response.headers.get('location');
      const { text } = await readUpTo(refusalCharacters * 4, response);
      failed = {
        failure:
          status >= 300 && status < 400
            ? `it redirects to ${show(location)}, where the texts were not sent: give that address if you trust it`
            : `it answered ${status}: ${text.slice(0, refusalCharacters)}`,
      };
      mayHelp = status === 429 || status >= 500;
      if (!mayHelp) failed.status = status;
      asked = Number(response.headers.get('retry-after')) * 1000 || 0;
    } catch (error) {
      if (signal?.aborted)
        throw new MnemeError('aborted', 'the call was aborted by its signal', { cause: error });
      failed = {
        failure: limit.aborted ? `no answer within ${timeoutMs} ms` : describeNetworkError(error),
      };
      mayHelp = retryTimeouts || !limit.aborted;
    }
    if (!mayHelp || attempt >= maxAttempts) return failed;
    const pauseMs = 200 * 2 ** attempt * (0.5 + Math.random());
    // The next try finds that the signal has aborted.
    await delay(Math.min(Math.max(asked, pauseMs), longestPauseMs), null, { signal }).catch(
      () => {},
    );
  }
}

/** Where a redirect that repeats the request leads, if that is the same server. */
function sameOrigin({ status, headers }: Response, from: string): string | undefined {
  const location = headers.get('location');
  if ((status !== 307 && status !== 308) || location === null) return undefined;
  if (!URL.canParse(location, from)) return undefined;
  const url = new URL(location, from);
  return url.origin === new URL(from).origin ? url.href : undefined;
}

/** The beginning of a body. What is longer is not read to its end. */
async function readUpTo(
  maxBytes: number,
  { body }: Response,
): Promise<{ text: string; isWhole: boolean }> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    text += decoder.decode(chunk, { stream: true });
    if (bytes > maxBytes) return { text, isWhole: false };
  }
  return { text: text + decoder.decode(), isWhole: true };
}

/** Checks the base of an API, such as `http://127.0.0.1:11434/v1`, and returns the address of one call. */
export function endpointOf(call: string): Parse<string> {
  return (url, field) => {
    if (typeof url !== 'string' || !/^https?:/.test(url) || !URL.canParse(url)) {
      throw invalid(field, `is ${show(url)}: give an http or https address`);
    }
    const base = url.replace(/\/+$/, '');
    return base.endsWith(`/${call}`) ? base : `${base}/${call}`;
  };
}

/** An address for messages. */
export function withoutCredentials(endpoint: string): string {
  const url = new URL(endpoint);
  return `${url.origin}${url.pathname}`;
}

function describeNetworkError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
