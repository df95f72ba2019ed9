import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** The answer to a question. Undefined: the input ended without one. */
export async function firstLine(input: Readable, signal: AbortSignal): Promise<string | undefined> {
  const lines = createInterface({ input, signal });
  try {
    for await (const line of lines) return line.trim();
    return undefined;
  } finally {
    lines.close();
  }
}
