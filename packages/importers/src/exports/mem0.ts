import { createHash } from 'node:crypto';
import type { MemoryRecord } from '@mneme/core';

/** The format of mem0's `get_all`, piece by piece. A scope is a user. */
export async function* toMem0(records: AsyncIterable<MemoryRecord>): AsyncGenerator<string> {
  yield '{"results":[';
  yield* listed(records, memoryOf);
  yield '\n]}\n';
}

/** The entries of a list in JSON, one a line. */
export async function* listed(
  records: AsyncIterable<MemoryRecord>,
  entryOf: (record: MemoryRecord) => object,
): AsyncGenerator<string> {
  let between = '\n';
  for await (const record of records) {
    yield between + JSON.stringify(entryOf(record));
    between = ',\n';
  }
}

function memoryOf({ content, source, metadata, ...record }: MemoryRecord): object {
  const { session, sequence, speaker, externalId } = source;
  const beside = { category: record.category, importance: record.importance, speaker, sequence };
  return {
    // A memory that came from mem0 gets its own id again.
    id: externalId?.replace(/^mem0:/, '') ?? record.id,
    memory: content,
    hash: createHash('md5').update(content).digest('hex'),
    metadata: { ...metadata, ...beside, expires_at: record.expiresAt },
    categories: record.tags,
    created_at: record.occurredAt,
    updated_at: record.occurredAt,
    user_id: record.scope,
    ...(session === undefined ? {} : { run_id: session.replace(/^mem0:/, '') }),
  };
}
