import type { CommitRequest } from '@mneme/core/backend';
import { auditLine, put } from './records.ts';

export const groupSize = 5;

/** A commit of a group of records. */
export function group(number: number): CommitRequest {
  return {
    scope: 'ada',
    expect: [],
    puts: Array.from({ length: groupSize }, (_, index) => put(groupSize * number + index)),
    removals: [],
    audit: [auditLine(`group ${number}`)],
  };
}

/** The group of a record. */
export function groupOf(id: string): number {
  return Math.floor(Number.parseInt(id.slice(-12), 16) / groupSize);
}
