import { createMemory, type Memory } from '@mneme/core';
import { storeBackend, tables } from '@mneme/store';
import { MemoryRows } from '@mneme/store/memory';
import type { Cell, Row } from '@mneme/store/rows';
import { beforeAll, describe, expect, it } from 'vitest';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';
import { sealedBackend } from '../src/index.ts';
import { memoryKeyring } from './memory-keyring.ts';

type Kept = Map<string, { columns: string; rows: Map<string, Row> }>;

const keyring = memoryKeyring();
const text = 'The first paragraph is about tea. '.repeat(50);
const long = `${text}\n\n${text.replaceAll('tea', 'milk')}\n\n${text.replaceAll('tea', 'rum')}`;
let stored: Kept;
let right: Record<string, unknown>;

const open = (kept: Kept): Promise<Memory> =>
  createMemory({
    backend: sealedBackend(storeBackend(new MemoryRows({ kept })), { keyring }),
    embedder: letterEmbedder,
    clock: () => new Date('2026-03-01T12:00:00.000Z'),
  });

/** What an application reads. */
const questions: Record<string, (memory: Memory) => Promise<unknown>> = {
  list: (memory) => memory.scope('ada').list({ includeSuperseded: true }),
  tagged: (memory) => memory.scope('ada').list({ tags: ['drinks'] }),
  retrieve: (memory) => memory.scope('ada').retrieve('tea', { includeSuperseded: true }),
  get: async (memory) => {
    const ada = memory.scope('ada');
    const { memories } = await ada.list();
    return Promise.all(memories.map(({ id }) => ada.get(id)));
  },
  history: async (memory) => {
    const ada = memory.scope('ada');
    const { memories } = await ada.list();
    return Promise.all(memories.map(({ id }) => ada.history(id)));
  },
  stats: (memory) => memory.scope('ada').stats(),
  audit: (memory) => memory.audit({ scope: 'ada' }),
  stores: (memory) => memory.scope('ada').stores.list(),
  read: async (memory) => (await memory.scope('ada').stores.open('notes')).read('/a.md'),
  documents: async (memory) => (await memory.scope('ada').stores.open('notes')).list(),
  find: async (memory) => (await memory.scope('ada').stores.open('notes')).search('milk'),
  versions: async (memory) => (await memory.scope('ada').stores.open('notes')).versions(),
  bo: (memory) => memory.scope('bo').list(),
};

/** The answers as JSON, or the codes of what was refused. */
async function answers(kept: Kept): Promise<Record<string, unknown>> {
  const memory = await open(structuredClone(kept)).catch((error: { code: string }) => error.code);
  const found: Record<string, unknown> = {};
  for (const [name, ask] of Object.entries(questions)) {
    if (typeof memory === 'string') found[name] = memory;
    else
      found[name] = await ask(memory).then(
        (answer) => JSON.parse(JSON.stringify(answer)),
        (error: { code: string }) => error.code ?? String(error),
      );
  }
  if (typeof memory !== 'string') await memory.close();
  return found;
}

beforeAll(async () => {
  stored = new Map();
  const memory = await open(stored);
  const ada = memory.scope('ada');
  const { id } = await ada.store({
    content: 'Ada likes tea',
    kind: 'fact',
    importance: 5,
    tags: ['drinks'],
    source: { session: 'monday', sequence: 1, speaker: 'Ada' },
  });
  await ada.store({ content: 'The meeting is in Rome' }, { reason: 'told' });
  await ada.update(id, { content: 'Ada likes green tea' });
  await memory.scope('bo').store({ content: 'Bo has a boat' });
  const notes = await ada.stores.create({ name: 'notes', description: 'of Ada' });
  await ada.stores.create({ name: 'shared', description: 'of all' });
  await notes.create({ path: '/a.md', content: long });
  const by = (userId: string) => ({ actor: { type: 'user_actor' as const, userId } });
  await notes.create({ path: '/b.md', content: long.replaceAll('first', 'other') }, by('bo'));
  await notes.update('/b.md', { content: 'of Ada' }, by('ada'));
  await memory.close();
  right = await answers(stored);
});

/** The cell, with another value of the same type: a bit, or a letter near its end. */
function changed(cell: Cell): Cell {
  if (typeof cell === 'number') return cell + 1;
  if (typeof cell === 'string') {
    const at = Math.max(0, cell.length - 3);
    return `${cell.slice(0, at)}${cell[at] === 'A' ? 'B' : 'A'}${cell.slice(at + 1)}`;
  }
  const bytes = Uint8Array.from(cell ?? []);
  bytes[bytes.length >> 1]! ^= 1;
  return bytes;
}

// How often something was read is not sealed with it; segments and removals are an index, made again if it does not fit.
const checked = Object.keys(tables).filter(
  (name) => !['accesses', 'removals', 'segments'].includes(name),
);
const attacks: Record<string, (row: Row, column: string, others: readonly Row[]) => void> = {
  changed(row, column) {
    row[column] = changed(row[column] as Cell);
  },
  removed(row, column) {
    row[column] = null;
  },
  exchanged(row, column, others) {
    const other = others.find((each) => (each[column] ?? row[column]) !== row[column]);
    if (other !== undefined)
      [row[column], other[column]] = [other[column] as Cell, row[column] as Cell];
  },
};

describe('with write access to a sealed store', () => {
  it('all is read if nothing was changed', () => {
    for (const answer of Object.values(right)) expect(answer).toBeTypeOf('object');
    expect(right).toMatchObject({ read: { content: long } });
  });

  it.each(checked)('no change of a cell of %s changes an answer', async (table) => {
    const wrong: string[] = [];
    let refused = 0;
    for (const column of Object.keys(tables[table as keyof typeof tables].columns))
      for (const [name, attack] of Object.entries(attacks)) {
        const kept = structuredClone(stored);
        const rows = [...(kept.get(table)?.rows.values() ?? [])];
        const row = rows.find((each) => (each[column] ?? null) !== null);
        if (row === undefined) continue;
        attack(row, column, rows);
        for (const [question, answer] of Object.entries(await answers(kept)))
          if (isRefused(answer)) refused += 1;
          else if (JSON.stringify(answer) !== JSON.stringify(right[question]))
            wrong.push(`${question} after ${column} was ${name}: ${JSON.stringify(answer)}`);
      }
    expect(wrong).toEqual([]);
    expect(refused > 0).toBe((stored.get(table)?.rows.size ?? 0) > 0);
  });
});

function isRefused(answer: unknown): boolean {
  return answer === 'damaged' || answer === 'wrong_key';
}
