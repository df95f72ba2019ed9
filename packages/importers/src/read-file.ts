import { MnemeError } from '@mneme/core';
import { boundedJson } from '@mneme/runtime';
import type { SourceFile } from './sources/source.ts';

/** Maximum size of a file that is read as one text. */
const maxBytes = 64 * 1024 * 1024;

/**
 * A whole file as text, without its byte order mark. Undefined if it is not UTF-8 or too long: the caller reports it
 * and goes on.
 */
export async function readText(file: SourceFile): Promise<string | { problem: string }> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of file.open()) {
    bytes += chunk.length;
    if (bytes > maxBytes) return { problem: `has more than ${maxBytes} bytes` };
    chunks.push(new Uint8Array(chunk));
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    return { problem: 'is not valid UTF-8' };
  }
}

/** A whole file as JSON. */
export async function readJson(
  file: SourceFile,
): Promise<{ value: unknown } | { problem: string }> {
  const content = await readText(file);
  if (typeof content !== 'string') return content;
  const read = boundedJson(content);
  return 'error' in read ? { problem: read.error } : read;
}

/** The only file of a source that must be one file. */
export async function onlyFile(files: AsyncIterable<SourceFile>): Promise<SourceFile> {
  for await (const file of files) return file;
  throw new MnemeError('invalid_input', 'file contains nothing that can be imported', {
    field: 'file',
  });
}
