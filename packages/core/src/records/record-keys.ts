import type { MemoryRecord, StoredRecord } from '@mneme/contract';
import { contentKey, isStatement, matterOf } from '@mneme/language/claims';
import { isAssistant } from '@mneme/language/text';

/** What tells whether two records are the same. */
export type Keyed = Pick<MemoryRecord, 'kind' | 'content' | 'source'>;

/**
 * Equal for records that are the same: a fact that one speaker says in the same words, or the same turn of a
 * conversation. In another turn, or by another speaker, the same words may mean something else.
 */
export function recordKey({ kind, content, source }: Keyed): string {
  const { speaker, session, sequence } = source;
  const key = contentKey(content);
  const whose =
    kind === 'episode' ? [session, sequence, speaker] : speaker === undefined ? [] : [speaker];
  return whose.length === 0 ? key : `${key} ${JSON.stringify(whose)}`;
}

/** Equal for records that may give another value of a stored fact: see `StoredRecord`. */
export function recordMatter({ kind, content, source }: Keyed): string | undefined {
  return hasNoConflicts({ kind, source })
    ? undefined
    : matterOf({ content, speaker: source.speaker });
}

/** Episodes and assistants' words never replace a fact and are never replaced by one. */
export function hasNoConflicts({ kind, source }: Pick<MemoryRecord, 'kind' | 'source'>): boolean {
  return kind === 'episode' || isAssistant(source.speaker);
}

/** Whether to look up near records: for longer texts only a judge can decide. */
export function mayConflict({ kind, content, source }: Keyed, judged: boolean): boolean {
  return !hasNoConflicts({ kind, source }) && (judged || isStatement(content));
}

/**
 * Facts of one turn: somebody who moves to a city and lives in a quarter of it has said two things, and not corrected
 * himself. Facts of one document may be of two versions, and are compared by time.
 */
export function isOfSameTurn(one: Origin, other: Origin): boolean {
  return (
    one.occurredAt === other.occurredAt &&
    one.evidence?.some((id) => other.evidence?.includes(id)) === true
  );
}

type Origin = Pick<MemoryRecord, 'evidence' | 'occurredAt'>;

/** A put of a record whose text does not change: its vector and words stay too. */
export function rewritten(record: MemoryRecord): StoredRecord<MemoryRecord> {
  return { record, contentKey: recordKey(record), matter: recordMatter(record) };
}
