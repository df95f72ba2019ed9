import type { AuditEntry, EmbedderIdentity } from '@mneme/core';
import type { StoredRecord } from '@mneme/core/contract';

export const now = '2026-03-01T09:00:00.000Z';

export const embedder: EmbedderIdentity = {
  name: 'test-model',
  revision: '1',
  dimensions: 8,
  pooling: 'mean',
};

export const vector = Float32Array.from({ length: 8 }, (_, index) => (index === 0 ? 1 : 0));

export function idOf(number: number): string {
  return `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

/** A fact made from a number. */
export function put(number: number, scope = 'ada'): StoredRecord {
  return {
    record: {
      id: idOf(number),
      version: 1,
      scope,
      content: `drinks tea ${number}`,
      kind: 'fact',
      category: 'factual_knowledge',
      tags: ['drinks'],
      importance: 3,
      createdAt: now,
      updatedAt: now,
      confirmedAt: now,
      occurredAt: now,
      accessCount: 0,
      source: {},
    },
    contentKey: `drinks tea ${number}`,
    vector,
    terms: ['drink', 'tea', `${number}`],
  };
}

export function auditLine(reason: string): AuditEntry {
  return { at: now, action: 'create', scope: 'ada', actor: 'test', reason };
}
