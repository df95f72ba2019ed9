import {
  type Memory,
  type MemoryCategory,
  type MemoryKind,
  type MemoryRecord,
  memoryKinds,
} from '@mneme/core';
import { pages, turnsInOrder } from '@mneme/core/backend';

/** A record as a line of JSONL, with the names that an import reads. */
export type ExportLine = ReturnType<typeof exportLine>;

/** Options of an export. */
export interface ExportOptions {
  /** Default: every scope. */
  scopes?: readonly string[];
  /** Default: all. */
  categories?: readonly MemoryCategory[];
  /** Default: both. */
  kinds?: readonly MemoryKind[];
  /** Replaced records, too. */
  includeSuperseded?: boolean;
  signal?: AbortSignal;
}

/**
 * The records of the scopes as lines, scope by scope, episodes before facts, each in the order in which they were
 * learned: an import must read evidence before the facts that rest on it.
 */
export async function* exportMemories(
  memory: Pick<Memory, 'scope' | 'scopes'>,
  options: ExportOptions = {},
): AsyncGenerator<ExportLine> {
  for (const scope of options.scopes ?? (await memory.scopes())) {
    const lineIds = new Map<string, string>();
    for (const kind of options.kinds ?? memoryKinds) {
      const asked = { ...options, scopes: [scope], kinds: [kind] };
      for await (const record of exportedRecords(memory, asked)) {
        const { externalId } = record.source;
        if (externalId !== undefined) lineIds.set(record.id, externalId);
        const evidence = record.evidence?.map((id) => lineIds.get(id) ?? id);
        yield exportLine({ ...record, evidence });
      }
    }
  }
}

/** The records of the scopes, scope by scope, in the order in which they were learned. */
export async function* exportedRecords(
  memory: Pick<Memory, 'scope' | 'scopes'>,
  { scopes, categories, kinds, includeSuperseded = false, signal }: ExportOptions = {},
): AsyncGenerator<MemoryRecord> {
  for (const name of scopes ?? (await memory.scopes())) {
    // Pages come newest first; an import must meet the records in the order in which they were learned.
    const records: MemoryRecord[] = [];
    const asked = { categories, kinds, includeSuperseded, limit: 1000 };
    const read = (cursor?: string) => memory.scope(name).list({ ...asked, cursor });
    for await (const page of pages(read, signal)) records.push(...page.memories);
    yield* turnsInOrder(records.reverse(), { newestFirst: false });
  }
}

/** One record as a line. */
export function exportLine(record: MemoryRecord) {
  const { speaker, session, sequence, externalId, ...rest } = record.source;
  return {
    /** The caller's own id, or else the record's. */
    id: externalId ?? record.id,
    scope: record.scope,
    content: record.content,
    kind: record.kind,
    /** The `id` of the lines that the fact rests on; documents by their own ids. */
    evidence: record.evidence,
    /** Absent exactly on episodes. */
    category: record.category,
    importance: record.importance,
    tags: record.tags.length > 0 ? record.tags : undefined,
    speaker,
    session,
    sequence,
    time: record.occurredAt,
    expires_at: record.expiresAt,
    /** Further keys of the record's source. */
    source: Object.keys(rest).length > 0 ? rest : undefined,
    metadata: record.metadata,
    /** Records that were both current stay so, and a line with a known id replaces its record. */
    on_conflict: 'upsert' as const,
    // The rest is only for the reader: an import sets its own times, and skips replaced records.
    version: record.version,
    created_at: record.createdAt,
    confirmed_at: record.confirmedAt,
    valid_to: record.validTo,
    superseded_by: record.supersededBy,
    contests: record.contests,
    contested_by: record.contestedBy,
  };
}
