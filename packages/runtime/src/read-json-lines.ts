import { isUtf8 } from 'node:buffer';
import { boundedJson } from './bounded-json.ts';

/** One line of a JSONL file: its value, or what is wrong with it. Lines count from 1; blank ones are skipped. */
export type JsonLine =
  | { line: number; bytes: number; value: unknown }
  | { line: number; bytes: number; error: string };

export interface ReadJsonLinesOptions {
  /** A longer line is reported and skipped without being loaded. Default: 32 MiB. */
  maxLineBytes?: number;
}

const newline = 0x0a;
const byteOrderMark = /^\uFEFF/;

/**
 * Reads JSONL as a stream. Accepts a byte order mark, CRLF and a last line without an end. An unreadable line is
 * reported, and reading goes on.
 */
export async function* readJsonLines(
  source: AsyncIterable<Uint8Array>,
  { maxLineBytes = 32 * 1024 * 1024 }: ReadJsonLinesOptions = {},
): AsyncGenerator<JsonLine> {
  let line = 0;
  let pieces: Uint8Array[] = [];
  let bytes = 0;

  const keep = (piece: Uint8Array) => {
    bytes += piece.length;
    if (bytes <= maxLineBytes) pieces.push(piece);
    else pieces = [];
  };
  const finish = (): JsonLine | undefined => {
    line += 1;
    const result = bytes > maxLineBytes ? tooLong(line, bytes, maxLineBytes) : parse(line, pieces);
    pieces = [];
    bytes = 0;
    return result;
  };

  for await (const chunk of source) {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      keep(chunk.subarray(from, end));
      from = end + 1;
      const result = finish();
      if (result !== undefined) yield result;
    }
    if (from < chunk.length) keep(chunk.subarray(from));
  }
  if (bytes > 0) {
    const result = finish();
    if (result !== undefined) yield result;
  }
}

function parse(line: number, pieces: readonly Uint8Array[]): JsonLine | undefined {
  const buffer = Buffer.concat(pieces);
  const bytes = buffer.length;
  if (!isUtf8(buffer)) return { line, bytes, error: 'is not valid UTF-8: save the file as UTF-8' };
  const text = buffer.toString('utf8').replace(byteOrderMark, '');
  if (text.trim() === '') return undefined;
  return { line, bytes, ...boundedJson(text) };
}

function tooLong(line: number, bytes: number, maxLineBytes: number): JsonLine {
  return { line, bytes, error: `has ${bytes} bytes; at most ${maxLineBytes} are read` };
}
