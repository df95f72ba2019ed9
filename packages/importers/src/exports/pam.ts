import { createHash } from 'node:crypto';
import type { MemoryRecord } from '@mneme/core';
import { listed } from './mem0.ts';

const types: Readonly<Record<string, string>> = {
  user_preference: 'preference',
  project_context: 'project',
  relationship: 'relationship',
  task_progress: 'goal',
  decision_log: 'context',
  factual_knowledge: 'fact',
};

/** A memory store of Portable AI Memory 1.0, piece by piece. */
export async function* toPam(
  records: AsyncIterable<MemoryRecord>,
  { owner, now }: { owner: string; now: string },
): AsyncGenerator<string> {
  const head = {
    schema: 'portable-ai-memory',
    schema_version: '1.0',
    export_date: now,
    export_type: 'full',
    owner: { id: owner },
  };
  yield `${JSON.stringify(head).slice(0, -1)},"memories":[`;
  yield* listed(records, memoryOf);
  yield '\n]}\n';
}

function memoryOf(record: MemoryRecord): object {
  const { source, supersededBy, occurredAt } = record;
  const { session, sequence, speaker, externalId } = source;
  const isTurn = record.kind === 'episode';
  const until = record.validTo ?? record.expiresAt;
  return {
    id: record.id,
    type: isTurn ? 'custom' : (types[record.category ?? ''] ?? 'fact'),
    ...(isTurn ? { custom_type: 'turn' } : {}),
    status: supersededBy === undefined ? 'active' : 'superseded',
    content: record.content,
    content_hash: contentHash(record.content),
    tags: record.tags.map(slug).filter((tag) => tag !== ''),
    temporal: {
      created_at: record.createdAt,
      updated_at: record.updatedAt,
      valid_from: occurredAt,
      // A text whose end is before its time was never true.
      ...(until === undefined ? {} : { valid_until: [until, occurredAt].sort().at(-1) }),
      ...(supersededBy === undefined ? {} : { superseded_by: supersededBy }),
    },
    provenance: { platform: 'mneme' },
    metadata: {
      ...record.metadata,
      scope: record.scope,
      category: record.category,
      importance: record.importance,
      tags: record.tags,
      external_id: externalId,
      session,
      sequence,
      speaker,
    },
  };
}

/** The format's hash: of the text in lower case, composed, with single spaces. */
function contentHash(content: string): string {
  const plain = content.trim().toLowerCase().normalize('NFC').replace(/\s+/g, ' ');
  return `sha256:${createHash('sha256').update(plain).digest('hex')}`;
}

/** The format allows only lower-case English letters; `metadata.tags` has the original tags. */
function slug(tag: string): string {
  return tag
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[-_]+|-+$/g, '');
}
