import type { Memory, MemoryOptions } from '@mneme/core';
import { describe, expect, it } from 'vitest';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';
import { closeAll, openFile, useFile } from './rows-file.ts';

const facts = ['The harbour is deep', 'Ada keeps a red boat', 'The deadline is in May'];

describe('the doctor', () => {
  useFile();
  const open = async (options: Partial<MemoryOptions> = {}): Promise<Memory> => {
    await closeAll();
    const at = '2026-03-01T12:00:00Z';
    return (await openFile({ clock: () => new Date(at), ...options })).memory;
  };
  const later = (at: string) => open({ clock: () => new Date(at) });
  const kindsOf = ({ findings }: Awaited<ReturnType<Memory['doctor']>>) =>
    findings.map(({ kind }) => kind);
  const filled = async () => {
    const memory = await open({ secrets: 'allow' });
    const ada = memory.scope('ada');
    await ada.storeMany(facts.map((content) => ({ content, tags: ['fact'] })));
    const store = await ada.stores.create({ name: 'notes' });
    await store.create({ path: '/plan', content: 'The plan is simple' });
    return { memory, ada, store };
  };

  it('merges duplicates and removes what has expired', async () => {
    const { ada } = await filled();
    await ada.store({ content: 'A parcel waits', expiresAt: '2026-03-02' });
    await ada.store(
      { content: 'the harbour is deep.', tags: ['again'], importance: 5 },
      { onConflict: 'keepBoth' },
    );
    const memory = await later('2026-03-03T12:00:00Z');
    expect((await memory.doctor()).findings).toMatchObject([
      { kind: 'duplicate', severity: 'attention', count: 1, fixable: 1 },
      { kind: 'expired', severity: 'note', count: 1, fixable: 1 },
    ]);
    const after = await memory.doctor({ fix: true });
    expect(after).toMatchObject({ healthy: true, findings: [], fixed: 2, records: 4 });
    const { memories } = await memory.scope('ada').list({ tags: ['fact'] });
    const kept = memories.find(({ content }) => content === facts[0]);
    expect(kept).toMatchObject({ tags: ['fact', 'again'], importance: 5 });
  });

  it('finds secrets in every field without showing them, and of a scope only its own', async () => {
    const { memory, ada, store } = await filled();
    await ada.storeMany([
      { content: 'my password is hunter2Zx9!' },
      { content: 'A tagged one', tags: ['ghp_0123456789abcdefghijklmnopqrstuvwxyz'] },
      { content: 'One with a field', metadata: { password: 'hunter2Zx9!' } },
    ]);
    await store.write({ path: '/keys', content: 'the password is hunter2Zx9!' });
    await memory.scope('bob').store({ content: 'Bob likes rum' });
    const report = await memory.doctor({ fix: true, examples: 10 });
    expect(report.findings).toMatchObject([{ kind: 'secret', severity: 'attention', count: 4 }]);
    expect(JSON.stringify(report)).not.toMatch(/hunter2|ghp_0123/);
    expect(kindsOf(await memory.scope('bob').doctor())).toEqual([]);
    expect(kindsOf(await memory.scope('ada').doctor())).toEqual(['secret']);
  });

  it('finds scopes over the cap, and memories that faded or were never recalled', async () => {
    const { memory, ada } = await filled();
    expect((await memory.doctor({ maxRecords: 2 })).findings).toMatchObject([
      { kind: 'oversized', count: 1, examples: [{ scope: 'ada' }] },
    ]);
    await ada.retrieve(facts[0] as string, { limit: 1 });
    const old = await later('2026-09-01T12:00:00Z');
    expect((await old.doctor()).findings).toMatchObject([
      { kind: 'stale', severity: 'note', count: 3 },
      { kind: 'never_recalled', severity: 'note', count: 2 },
    ]);
    expect((await old.doctor({ staleDays: 365 })).findings).toEqual([]);
  });

  it('finds an unfinished change of the embedder, and no duplicates among turns', async () => {
    const { memory, ada } = await filled();
    const said = (sequence: number) => ({
      content: 'Yes, please',
      kind: 'episode' as const,
      source: { session: 's', sequence },
    });
    await ada.storeMany([said(1), said(2)], { onConflict: 'keepBoth' });
    expect(kindsOf(await memory.doctor())).toEqual([]);
    const stop = new AbortController();
    const embedder = {
      ...letterEmbedder,
      identity: async () => ({ ...(await letterEmbedder.identity()), revision: '2' }),
    };
    const changing = memory.reembed({
      ...{ embedder, batchSize: 1, signal: stop.signal },
      onProgress: () => stop.abort(),
    });
    await expect(changing).rejects.toMatchObject({ code: 'aborted' });
    expect(kindsOf(await memory.doctor())).toEqual(['reembed_unfinished']);
  });

  it('stops when aborted', async () => {
    const { memory } = await filled();
    await expect(memory.doctor({ signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'aborted',
    });
  });
});
