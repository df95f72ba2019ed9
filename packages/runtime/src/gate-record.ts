import type { MemoryRecord, SecretPolicy } from '@mneme/core';
import { gate } from '@mneme/core/faces';

/** A record to write, with its vector if it has one. */
export interface RecordToPut {
  record: MemoryRecord;
  vector?: Float32Array;
}

/**
 * The record as the policy allows it. If its text was masked, its vector is dropped, because it was made from the
 * secret. The record is then pending, and `mneme db reembed` makes a vector.
 */
export function gateRecord({ record, vector }: RecordToPut, secrets: SecretPolicy): RecordToPut {
  const { value } = gate(record, secrets);
  if (vector === undefined || value.content !== record.content) return { record: value };
  return { record: value, vector };
}
