import type { MemoryRecord, StoredRecord } from '@mneme/engine/contract';
import { contentKey, isStatement, matterOf } from '@mneme/language/claims';
import { isAssistant } from '@mneme/language/text';

type Keyed = Pick<MemoryRecord, 'kind' | 'content' | 'source'>;

/**
 * Equal for records that are one: a fact that one speaker says in the same words, or the same turn of a conversation. In
 * another turn, or by another speaker, the same words may be another thing.
 */
export function recordKey({ kind, content, source }: Keyed): string {
  const { speaker, session, sequence } = source;
  const key = contentKey(content);
  const whose =
    kind === 'episode' ? [session, sequence, speaker] : speaker === undefined ? [] : [speaker];
  return whose.length === 0 ? key : `${key} ${JSON.stringify(whose)}`;
}

/** Of records that may give another value of a stored fact: see `StoredRecord`. */
export function recordMatter({ kind, content, source }: Keyed): string | undefined {
  return standsAlone({ kind, source }) ? undefined : matterOf({ content, speaker: source.speaker });
}

/** Episodes, and what an assistant said, neither replace a fact nor give way to one. */
export function standsAlone({ kind, source }: Pick<MemoryRecord, 'kind' | 'source'>): boolean {
  return kind === 'episode' || isAssistant(source.speaker);
}

/** Whether near records are worth looking up: of longer texts only a judge says something. */
export function mayConflict({ kind, content, source }: Keyed, judged: boolean): boolean {
  return !standsAlone({ kind, source }) && (judged || isStatement(content));
}

/**
 * Facts of one turn: who moves to a city and lives in a quarter of it has said two things, and not corrected himself. What
 * rests on one document may be of two of its versions, and is told by its time.
 */
export function isSaidAtOnce(one: Said, other: Said): boolean {
  return (
    one.occurredAt === other.occurredAt &&
    one.evidence?.some((id) => other.evidence?.includes(id)) === true
  );
}

type Said = Pick<MemoryRecord, 'evidence' | 'occurredAt'>;

/** A put of a record whose text stays: its vector and words stay too. */
export function rewritten(record: MemoryRecord): StoredRecord<MemoryRecord> {
  return { record, contentKey: recordKey(record), matter: recordMatter(record) };
}
