import type { MemoryRecord } from '@mneme/engine/contract';
import { maxEvidence } from '@mneme/engine/input';

type Grounds = Pick<MemoryRecord, 'evidence' | 'extractedBy'>;

/**
 * What a fact rests on that was said twice: the evidence of both. Once a caller has stored it without evidence, it rests
 * on none, so it is not forgotten with a turn that says it too.
 */
export function joinGrounds(record: MemoryRecord, other: Grounds): void {
  if (record.evidence !== undefined && other.evidence !== undefined)
    record.evidence = [...new Set([...record.evidence, ...other.evidence])].slice(-maxEvidence);
  else delete record.evidence;
  if (other.extractedBy === undefined) delete record.extractedBy;
}
