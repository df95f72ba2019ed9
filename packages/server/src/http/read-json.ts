import { ApiError, invalidRequest } from './api-error.ts';
import type { AppContext } from './environment.ts';
import { exchangeOf, headerOf } from './exchange.ts';
import { PrototypeError, parseJson } from './parse-json.ts';

interface BodyLimits {
  maxBytes: number;
  /** Time limit for the whole body. */
  timeoutMs: number;
}

/** More than any valid request has, including the deepest allowed metadata. */
const deepest = 80;

/** The body as an object. An empty body counts as `{}`. */
export async function readJson(
  context: AppContext,
  limits: BodyLimits,
): Promise<Record<string, unknown>> {
  const text = await readText(context, limits);
  if (text.trim() === '') return {};
  if (isDeeper(text, deepest))
    throw invalidRequest(`body: is nested deeper than ${deepest} levels.`);
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    if (cause instanceof PrototypeError) throw invalidRequest(`body: ${cause.message}.`);
    throw new ApiError(400, 'invalid_request_error', 'body: is not valid JSON.', { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidRequest('body: must be a JSON object.');
  }
  return value as Record<string, unknown>;
}

async function readText(context: AppContext, { maxBytes, timeoutMs }: BodyLimits): Promise<string> {
  const announced = Number(headerOf(context, 'content-length') ?? 0);
  if (announced > maxBytes) throw tooLarge(maxBytes);
  if (headerOf(context, 'expect')?.toLowerCase() === '100-continue')
    exchangeOf(context)?.outgoing.writeContinue();
  const reader = context.req.raw.body?.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow(timeoutMs)), timeoutMs);
  });
  try {
    for (;;) {
      const part = await Promise.race([reader?.read(), late]);
      if (part === undefined || part.done) break;
      bytes += part.value.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      chunks.push(part.value);
    }
  } finally {
    clearTimeout(timer);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new ApiError(400, 'invalid_request_error', 'body: is not valid UTF-8.', { cause });
  }
}

/** Whether brackets outside strings nest deeper than the limit. One pass. */
function isDeeper(text: string, levels: number): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') inString = !inString;
    else if (inString) {
      if (character === '\\') index++;
    } else if (character === '[' || character === '{') {
      depth += 1;
      if (depth > levels) return true;
    } else if (character === ']' || character === '}') depth -= 1;
  }
  return false;
}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError(413, 'request_too_large', `The body is larger than ${maxBytes} bytes.`);
}

function tooSlow(timeoutMs: number): ApiError {
  const message = `The body did not arrive within ${timeoutMs} ms.`;
  return new ApiError(408, 'invalid_request_error', message);
}
