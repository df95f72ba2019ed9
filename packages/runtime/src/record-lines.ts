import {
  type EmbedderIdentity,
  type MemoryBackend,
  type MemoryRecord,
  MnemeError,
} from '@mneme/core';
import { pages, putMissing } from './copy-memories.ts';
import { readJsonLines } from './read-json-lines.ts';

/**
 * A memory as JSONL that loses nothing. The first line says what follows; then one record a line, as the engine keeps
 * it (replaced and expired ones too), with its vector as base64 of little-endian 32-bit floats.
 */
export type RecordLine =
  | { mneme: 'records'; version: 1; embedder?: EmbedderIdentity }
  | { record: MemoryRecord; vector?: string };

/** The backend has not been opened, and stays open. */
export async function* exportRecords(
  from: MemoryBackend,
  { scopes, signal }: { scopes?: readonly string[]; signal?: AbortSignal } = {},
): AsyncGenerator<RecordLine> {
  await from.open({});
  const { embedder } = await from.stats(undefined, new Date().toISOString());
  yield { mneme: 'records', version: 1, embedder };
  for (const scope of scopes ?? (await from.scopes())) {
    for await (const records of pages(from, scope, { batchSize: 256, signal })) {
      const vectors = await from.vectors(
        scope,
        records.map(({ id }) => id),
      );
      for (const record of records) {
        const vector = vectors.get(record.id);
        yield vector === undefined ? { record } : { record, vector: encode(vector) };
      }
    }
  }
}

/** Doing it twice adds nothing, so an import that was cut off is finished by doing it again. */
export async function importRecords(
  to: MemoryBackend,
  source: AsyncIterable<Uint8Array>,
  {
    batchSize = 256,
    signal,
    onProgress,
  }: {
    batchSize?: number;
    signal?: AbortSignal;
    onProgress?: (progress: { records: number }) => void;
  } = {},
): Promise<{ records: number; known: number }> {
  let header = false;
  let done = 0;
  let written = 0;
  let batch: { record: MemoryRecord; vector?: Float32Array }[] = [];
  const flush = async () => {
    const [first] = batch;
    if (first === undefined) return;
    const records = batch.map(({ record }) => record);
    const vectors = new Map(
      batch.flatMap(({ record, vector }) =>
        vector === undefined ? [] : [[record.id, vector] as const],
      ),
    );
    written += await putMissing(to, first.record.scope, { records, vectors });
    done += batch.length;
    batch = [];
    onProgress?.({ records: done });
  };
  for await (const read of readJsonLines(source)) {
    signal?.throwIfAborted();
    const { line } = read;
    if ('error' in read) throw wrongLine(line, `cannot be read (${read.error})`);
    const parsed = read.value as Partial<
      RecordLine & { mneme: unknown; embedder: EmbedderIdentity }
    >;
    if (!header) {
      if (parsed?.mneme !== 'records' || (parsed as { version?: unknown }).version !== 1) {
        throw wrongLine(line, 'does not begin an export with --records');
      }
      await to.open({ embedder: parsed.embedder });
      header = true;
      continue;
    }
    const { record, vector } = (parsed ?? {}) as { record?: MemoryRecord; vector?: string };
    if (typeof record?.id !== 'string' || typeof record.scope !== 'string') {
      throw wrongLine(line, 'is no record of such an export');
    }
    record.version ??= 1; // Exports of before there were versions.
    if (batch.length >= batchSize || batch[0]?.record.scope !== record.scope) await flush();
    record.version ??= 1; // A line that was written before there were versions.
    batch.push(vector === undefined ? { record } : { record, vector: decode(vector) });
  }
  await flush();
  return { records: done, known: done - written };
}

function encode(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
}

function decode(text: string): Float32Array {
  return new Float32Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer);
}

function wrongLine(line: number, what: string): MnemeError {
  return new MnemeError(
    'invalid_input',
    `line ${line} ${what}: give a file of mneme export --records`,
    {
      field: `line ${line}`,
    },
  );
}
