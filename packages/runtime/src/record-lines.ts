import {
  type EmbedderIdentity,
  type MemoryBackend,
  type MemoryRecord,
  MnemeError,
  type SecretPolicy,
} from '@mneme/core';
import {
  type FieldsOf,
  form,
  integer,
  invalid,
  listOf,
  type Parse,
  parseName,
  parseRecord,
} from '@mneme/core/input';
import { batchSize, pages, putMissing } from './copy-memories.ts';
import { parseForgotten, readForgotten, writeForgotten } from './forgotten-notes.ts';
import { gateRecord, type RecordToPut } from './gate-record.ts';
import { readJsonLines } from './read-json-lines.ts';

/**
 * All memories as JSONL, without loss. The first line describes the rest; then one record a line, as the engine has it
 * (including replaced and expired ones), with its vector as base64 of little-endian 32-bit floats.
 */
export type RecordLine =
  | { mneme: 'records'; version: 1; embedder?: EmbedderIdentity }
  | { record: MemoryRecord; vector?: string }
  /** The key and the keyed hashes of what was forgotten in the scope. */
  | { scope: string; forgotten: string[] };

/** The backend has not been opened, and stays open. */
export async function* exportRecords(
  from: MemoryBackend,
  { scopes, signal }: { scopes?: readonly string[]; signal?: AbortSignal } = {},
): AsyncGenerator<RecordLine> {
  const asked = scopes && listOf(parseName)(scopes, 'scopes');
  await from.open({});
  const { embedder } = await from.stats(undefined, new Date().toISOString());
  yield { mneme: 'records', version: 1, embedder };
  for (const scope of asked ?? (await from.scopes())) {
    for await (const rows of pages(from, scope, { vectors: true, signal }))
      for (const { record, vector } of rows)
        yield vector === undefined ? { record } : { record, vector: encode(vector) };
    const forgotten = await readForgotten(from, scope);
    if (forgotten !== undefined) yield { scope, forgotten };
  }
}

/** Options of an import of records. */
export interface ImportRecordsOptions {
  /** The scope of every record, whatever its line says. Default: the scope in the line. */
  scope?: string;
  /** As in `createMemory`: what happens to a record with a secret. Default: `reject`. */
  secrets?: SecretPolicy;
  signal?: AbortSignal;
  /** After each write. */
  onProgress?: (progress: { records: number }) => void;
}

/**
 * Every record is checked like a text to store, and for secrets. A refused line ends the import; earlier batches stay.
 * A second import adds nothing, so you can repeat an interrupted one.
 */
export async function importRecords(
  to: MemoryBackend,
  source: AsyncIterable<Uint8Array>,
  options: ImportRecordsOptions = {},
): Promise<{ records: number; known: number }> {
  const { secrets = 'reject', signal, onProgress } = options;
  const scope = options.scope === undefined ? undefined : parseName(options.scope, 'scope');
  let embedder: EmbedderIdentity | undefined;
  let header = false;
  let done = 0;
  let written = 0;
  let batch: RecordToPut[] = [];
  const flush = async () => {
    const [first] = batch;
    if (first === undefined) return;
    written += await putMissing(to, first.record.scope, batch);
    done += batch.length;
    batch = [];
    onProgress?.({ records: done });
  };
  for await (const read of readJsonLines(source)) {
    signal?.throwIfAborted();
    const { line } = read;
    if ('error' in read) throw wrongLine(line, `cannot be read (${read.error})`);
    if (!header) {
      embedder = readHeader(read.value, line);
      await to.open({ embedder });
      header = true;
      continue;
    }
    const { forgotten } = (read.value ?? {}) as { forgotten?: unknown };
    if (forgotten !== undefined) {
      const notes = atLine(line, () => parseForgotten(read.value, 'line'));
      await writeForgotten(to, scope ?? notes.scope, notes.forgotten);
      continue;
    }
    const taken = atLine(line, () => {
      const { record: given, vector } = (read.value ?? {}) as {
        record?: unknown;
        vector?: unknown;
      };
      if (typeof given !== 'object' || given === null)
        throw wrongLine(line, 'is not a record of such an export');
      // Exports from before there were versions have none.
      const whole = { version: 1, ...given, ...(scope === undefined ? {} : { scope }) };
      const record = parseRecord(whole);
      return gateRecord({ record, vector: parseVector(vector, embedder) }, secrets);
    });
    if (batch.length >= batchSize || batch[0]?.record.scope !== taken.record.scope) await flush();
    batch.push(taken);
  }
  await flush();
  return { records: done, known: done - written };
}

function readHeader(value: unknown, line: number): EmbedderIdentity | undefined {
  const { mneme, version, embedder } = (value ?? {}) as Record<string, unknown>;
  if (mneme !== 'records' || version !== 1)
    throw wrongLine(line, 'does not begin an export with --records');
  if (embedder === undefined) return undefined;
  return atLine(line, () => parseIdentity(embedder, 'embedder'));
}

const text = (value: unknown, field: string) => parseName(value, field, 1024);

const parseIdentity = form(
  {
    name: text,
    revision: text,
    dimensions: integer({ min: 1, max: 65_536 }),
    pooling: text,
  } satisfies FieldsOf<EmbedderIdentity>,
  ['name', 'revision', 'dimensions', 'pooling'],
) as Parse<EmbedderIdentity>;

function encode(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
}

/** Base64 of exactly as many finite 32-bit floats as the embedder's dimensions. */
function parseVector(
  value: unknown,
  embedder: EmbedderIdentity | undefined,
): Float32Array | undefined {
  if (value === undefined) return undefined;
  if (embedder === undefined)
    throw invalid('vector', 'has no embedder: the first line of the file names it');
  const bytes = Buffer.from(typeof value === 'string' ? value : '', 'base64');
  const vector =
    bytes.length === embedder.dimensions * 4
      ? new Float32Array(Uint8Array.from(bytes).buffer)
      : undefined;
  if (!vector?.every(Number.isFinite))
    throw invalid('vector', `is not Base64 of ${embedder.dimensions} finite 32-bit floats`);
  // Or all zeros. A vector of another length would be near everything, or nothing.
  const length = Math.hypot(...vector);
  if (length !== 0 && Math.abs(length - 1) > 0.001)
    throw invalid('vector', `has the length ${length}, and must have length 1`);
  return vector;
}

/** The error names the line. */
function atLine<T>(line: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!MnemeError.isInstance(error) || error.faults.length === 0) throw error;
    throw new MnemeError(
      error.code,
      `line ${line}: ${error.message}; the lines before it are imported`,
      {
        field: `line ${line}`,
        cause: error,
      },
    );
  }
}

function wrongLine(line: number, what: string): MnemeError {
  return new MnemeError(
    'invalid_input',
    `line ${line} ${what}: give a file of mneme db export --records`,
    {
      field: `line ${line}`,
    },
  );
}
