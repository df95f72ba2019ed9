import type { CommitRequest } from '@mneme/core/contract';
import { auditLine, put } from './records.ts';

export const groupSize = 5;

/** A commit of several records that belong together. */
export function group(number: number): CommitRequest {
  return {
    scope: 'ada',
    expect: [],
    puts: Array.from({ length: groupSize }, (_, index) => put(groupSize * number + index)),
    removals: [],
    audit: [auditLine(`group ${number}`)],
  };
}

/** Of which group a record is. */
export function groupOf(id: string): number {
  return Math.floor(Number.parseInt(id.slice(-12), 16) / groupSize);
}
