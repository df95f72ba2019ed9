import type { StoreFault } from '@mneme/core/contract';
import type { Connection } from './connection.ts';
import { translateError } from './errors.ts';
import type { ScopeRow } from './scope-table.ts';

/** A part of the check of one scope, or of the passages of one document store. */
export type ScopeCheck = (connection: Connection, scope: ScopeRow, page: CheckPage) => CheckedPart;

/** `after`: where the part before ended; empty at the beginning. */
export interface CheckPage {
  after: string;
  limit: number;
}

export interface CheckedPart {
  faults: StoreFault[];
  checked: number;
  /** Where the next part starts. Absent: it is finished. */
  after?: string;
}

/** The fault for an error of reading something damaged. Other errors are thrown. */
export function damageOf(connection: Connection, error: unknown): StoreFault {
  const { code, message } = translateError(error, connection.path);
  if (code !== 'damaged') throw error;
  return { kind: 'structure', problem: message, mend: 'none' };
}
