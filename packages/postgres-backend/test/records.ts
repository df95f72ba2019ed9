import type { AuditEntry } from '@mneme/core';
import {
  axis,
  testEmbedder as embedder,
  testNow as now,
  recordId,
  stored,
} from '../../store/test/suites/records/builders.ts';

export { embedder, now };

export const vector = axis(0);

/** A fact made from a number. */
export const put = (number: number, scope = 'ada') =>
  stored({
    id: recordId(number),
    scope,
    content: `drinks tea ${number}`,
    tags: ['drinks'],
    terms: ['drink', 'tea', `${number}`],
  });

export function auditLine(reason: string): AuditEntry {
  return { at: now, action: 'create', scope: 'ada', actor: 'test', reason };
}
