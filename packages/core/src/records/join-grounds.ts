import type { MemoryRecord } from '@mneme/engine/contract';
import { maxEvidence } from '@mneme/engine/input';

type Grounds = Pick<MemoryRecord, 'evidence' | 'extractedBy'>;

/**
 * The evidence of a fact that was said twice: the evidence of both. If a caller stored it without evidence, the result
 * has none, so that the fact is not deleted with a turn.
 */
export function joinGrounds(record: MemoryRecord, other: Grounds): void {
  if (record.evidence !== undefined && other.evidence !== undefined)
    record.evidence = [...new Set([...record.evidence, ...other.evidence])].slice(-maxEvidence);
  else delete record.evidence;
  if (other.extractedBy === undefined) delete record.extractedBy;
}
