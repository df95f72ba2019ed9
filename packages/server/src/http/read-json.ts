import { ApiError, invalidRequest } from './api-error.ts';
import type { AppContext } from './environment.ts';
import { headerOf } from './header-of.ts';

/** The body as an object. An empty one counts as `{}`. */
export async function readJson(
  context: AppContext,
  { maxBytes }: { maxBytes: number },
): Promise<Record<string, unknown>> {
  const text = await readText(context, maxBytes);
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ApiError(400, 'invalid_request_error', 'body: is not valid JSON.', { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidRequest('body: must be a JSON object.');
  }
  return value as Record<string, unknown>;
}

async function readText(context: AppContext, maxBytes: number): Promise<string> {
  const announced = Number(headerOf(context, 'content-length') ?? 0);
  if (announced > maxBytes) throw tooLarge(maxBytes);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of context.req.raw.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new ApiError(400, 'invalid_request_error', 'body: is not valid UTF-8.', { cause });
  }
}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError(413, 'request_too_large', `The body is larger than ${maxBytes} bytes.`);
}
