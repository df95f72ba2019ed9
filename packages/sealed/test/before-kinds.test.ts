import { randomBytes } from 'node:crypto';
import type { MemoryRecord } from '@mneme/core';
import { describe, expect, it } from 'vitest';
import { Cipher } from '../src/cipher.ts';
import { openRecord, sealPut } from '../src/records.ts';

const at = '2026-03-01T09:00:00.000Z';
const cipher = new Cipher(randomBytes(32));
const sealing = { cipher, sealedScope: 'sealed' };

const turn: MemoryRecord = {
  id: '0190b1c2-0000-7000-8000-000000000001',
  version: 1,
  scope: 'ada',
  content: 'I like tea',
  kind: 'fact',
  category: 'relationship',
  tags: ['tea'],
  importance: 3,
  createdAt: at,
  updatedAt: at,
  confirmedAt: at,
  occurredAt: at,
  accessCount: 0,
  source: { session: 'monday', sequence: 2, speaker: 'Ada' },
};

/** Removes the kind, as in records from before there were kinds. */
function sealedBefore(record: MemoryRecord): MemoryRecord {
  const sealed = sealPut({ record, contentKey: 'k', terms: [] }, sealing).record as MemoryRecord;
  const about = aboutOf(record);
  const said = JSON.parse(cipher.open(sealed.content, about));
  delete said.kind;
  return { ...sealed, content: cipher.seal(JSON.stringify(said), about) };
}

function aboutOf(record: MemoryRecord) {
  const { id, version, scope, category, importance, createdAt, updatedAt } = record;
  const { confirmedAt, occurredAt, expiresAt, supersededBy, validTo } = record;
  return [
    ...['memory', id, version, scope, category, importance, createdAt, updatedAt],
    ...[confirmedAt, occurredAt, expiresAt, supersededBy, validTo],
  ];
}

const asEpisode = ({ category: _, ...record }: MemoryRecord): MemoryRecord => ({
  ...record,
  kind: 'episode',
});
const open = (record: MemoryRecord) => openRecord(record, 'ada', cipher);

describe('a record sealed before there were kinds', () => {
  it('opens as a fact, or as an episode if the store has made it one', () => {
    const old = sealedBefore(turn);
    expect(open(old)).toEqual(turn);
    expect(open(asEpisode(old))).toEqual(asEpisode(turn));
  });

  it('is damaged if it is an episode but not a turn', () => {
    const old = sealedBefore({ ...turn, source: { session: 'monday' } });
    expect(() => open(asEpisode(old))).toThrow(expect.objectContaining({ code: 'damaged' }));
  });

  it('does not weaken those sealed today: their kind cannot be changed', () => {
    const seal = (record: MemoryRecord) =>
      sealPut({ record, contentKey: 'k', terms: [] }, sealing).record as MemoryRecord;
    expect(open(seal(turn))).toEqual(turn);
    expect(open(seal(asEpisode(turn)))).toEqual(asEpisode(turn));
    for (const changed of [
      asEpisode(seal(turn)),
      { ...seal(asEpisode(turn)), kind: 'fact', category: 'relationship' } as MemoryRecord,
      { ...seal(turn), category: 'decision_log' } as MemoryRecord,
    ])
      expect(() => open(changed)).toThrow(expect.objectContaining({ code: 'damaged' }));
  });
});
