import type { MemoryRecord, SecretPolicy } from '@mneme/core';
import { gate } from '@mneme/core/faces';

/** A record on its way into a store, with its vector where it has one. */
export interface RecordToPut {
  record: MemoryRecord;
  vector?: Float32Array;
}

/**
 * The record as the policy lets it in. Where its text was masked, the vector goes too: it was made of the secret. The
 * store counts such a record as pending, and `mneme db reembed` gives it a vector.
 */
export function gateRecord({ record, vector }: RecordToPut, secrets: SecretPolicy): RecordToPut {
  const { value } = gate(record, secrets);
  if (vector === undefined || value.content !== record.content) return { record: value };
  return { record: value, vector };
}
