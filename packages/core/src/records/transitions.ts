import {
  type ExpectedVersion,
  type Importance,
  type MemoryMetadata,
  type MemoryRecord,
  MnemeError,
  type StoredRecord,
} from '@mneme/contract';
import { maxEvidence, metadataLimit } from '@mneme/contract/input';

/** What happens to a record. Each changes a copy that is about to be written. */

type Saying = Pick<
  MemoryRecord,
  'tags' | 'importance' | 'evidence' | 'extractedBy' | 'metadata' | 'disclosure'
>;

/** Rejects a change of another version than its caller has read. Undefined: any version. */
export function assertVersion(
  { id, version }: Pick<MemoryRecord, 'id' | 'version'>,
  expected: number | undefined,
): void {
  if (expected === undefined || version === expected) return;
  throw new MnemeError(
    'conflict',
    `the memory ${id} has version ${version}, not ${expected}: somebody has changed it; read it again`,
    { field: 'version' },
  );
}

/** A copy as the next version, changed at that time, or later if a clock was set back. */
export function nextVersion(record: MemoryRecord, at: string): MemoryRecord {
  return { ...record, version: record.version + 1, updatedAt: latest(at, record.updatedAt) };
}

/** What a commit of these puts expects: of each the version before it; 0 for a new record. */
export function versionsBefore(puts: readonly StoredRecord[]): ExpectedVersion[] {
  return puts.map(({ record: { id, version } }) => ({ id, version: version - 1 }));
}

/** Replaced by another record, from that one's time on. */
export function supersede(
  old: MemoryRecord,
  by: Pick<MemoryRecord, 'id' | 'occurredAt'>,
  reason?: string,
): void {
  old.supersededBy = by.id;
  old.validTo = by.occurredAt;
  if (reason !== undefined) old.supersededReason = reason;
}

/** The record as if nothing had replaced it. */
export function unsuperseded(old: MemoryRecord): MemoryRecord {
  const { supersededBy: _, validTo: __, supersededReason: ___, ...said } = old;
  return said;
}

/** The record with its next version and without the links to the others. */
export function unlinked(
  { contests = [], contestedBy = [], ...rest }: MemoryRecord,
  others: readonly string[],
  now: string,
): MemoryRecord {
  const changed = nextVersion(rest, now);
  const left = contests.filter((id) => !others.includes(id));
  const leftBy = contestedBy.filter((id) => !others.includes(id));
  if (left.length > 0) changed.contests = left;
  if (leftBy.length > 0) changed.contestedBy = leftBy;
  else if (changed.supersededBy === undefined) delete changed.supersededReason;
  return changed;
}

/** The same fact was said twice: tags and evidence of both stay, and the higher importance. Of metadata the later value wins. */
export function joinSayings(
  record: MemoryRecord,
  other: Saying,
  { later }: { later: Saying },
): void {
  const [first, second] = later === other ? [record, other] : [other, record];
  const tags = [...new Set([...first.tags, ...second.tags])];
  const metadata = joinMetadata(first.metadata, second.metadata);
  record.tags = tags;
  record.importance = Math.max(record.importance, other.importance) as Importance;
  joinGrounds(record, other);
  if (metadata !== undefined) record.metadata = metadata;
  const disclosure = second.disclosure ?? first.disclosure;
  if (disclosure !== undefined) record.disclosure = disclosure;
}

/**
 * The expiry given last counts; none, if it is stored again without one. But what an extractor read does not end what a
 * caller stored without an end.
 */
export function joinEnds(
  record: MemoryRecord,
  { expiresAt, extractedBy }: Pick<MemoryRecord, 'expiresAt' | 'extractedBy'>,
): void {
  const isToldForGood = record.extractedBy === undefined && record.expiresAt === undefined;
  if (expiresAt === undefined) delete record.expiresAt;
  else if (extractedBy === undefined || !isToldForGood) record.expiresAt = expiresAt;
}

type Ending = Pick<MemoryRecord, 'expiresAt'>;

/** Whether one ends while the other still lasts. */
export function endsBefore({ expiresAt: end }: Ending, { expiresAt: other }: Ending): boolean {
  return end !== undefined && (other === undefined || end < other);
}

/** The last of some times, which compare as texts. */
export function latest(...times: string[]): string {
  return [...times].sort().at(-1) as string;
}

/**
 * The evidence of both. If one of them was stored without evidence, the record has none: it stays when a turn that also
 * says it is deleted.
 */
function joinGrounds(record: MemoryRecord, other: Saying): void {
  if (record.evidence !== undefined && other.evidence !== undefined)
    record.evidence = [...new Set([...record.evidence, ...other.evidence])].slice(-maxEvidence);
  else delete record.evidence;
  if (other.extractedBy === undefined) delete record.extractedBy;
}

/** All keys, the later value of each. If that is longer than metadata may be, the later metadata alone. */
function joinMetadata(
  first: MemoryMetadata | undefined,
  second: MemoryMetadata | undefined,
): MemoryMetadata | undefined {
  if (first === undefined || second === undefined) return second ?? first;
  const joined = { ...first, ...second };
  return JSON.stringify(joined).length > metadataLimit ? second : joined;
}
