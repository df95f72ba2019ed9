import {
  createMemory,
  type Extractor,
  type Memory,
  type MemoryBackend,
  type MemoryScope,
} from '@mneme/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { letterEmbedder } from '../tools/letter-embedder.mjs';

/** Without an extractor, so that only the facts of the cases are stored. */
export const open = (backend: MemoryBackend) =>
  createMemory({ backend, embedder: letterEmbedder, extractor: 'none' });

/** Two sessions of three turns, and facts from them. */
async function fill(ada: MemoryScope) {
  const said = (session: string) =>
    ada.episodes.append(
      ['It hurts', 'Penicillin made me ill', 'I live in Porto'].map((content) => ({ content })),
      { session },
    );
  const monday = (await said('monday')).ids;
  const friday = (await said('friday')).ids;
  const learn = async (content: string, evidence: string[]) =>
    (await ada.store({ content, evidence }, { onConflict: 'keepBoth' })).id;
  const [first, second, third] = monday as [string, string, string];
  return {
    turns: { first, second, third, friday: friday[1] as string },
    alone: await learn('User is allergic to penicillin', [second]),
    both: await learn('User was ill in spring', [second, friday[1] as string]),
    other: await learn('User lives in Porto', [friday[2] as string]),
  };
}

/** What deleting, erasing and pruning removes, on the backends that `make` opens. */
export function forgettingCases(
  make: () => Promise<{ backend: MemoryBackend; destroy?(): Promise<void> }>,
) {
  let backend: MemoryBackend;
  let memory: Memory;
  let ada: MemoryScope;
  let destroy: (() => Promise<void>) | undefined;
  beforeEach(async () => {
    ({ backend, destroy } = await make());
    memory = await open(backend);
    ada = memory.scope('ada');
  });
  afterEach(async () => {
    await memory.close();
    await destroy?.();
  });
  const contents = async () => (await ada.list()).memories.map(({ content }) => content).sort();

  it('deleting a turn deletes facts that have no other evidence, and removes the turn from the evidence of others', async () => {
    const { turns, alone, both, other } = await fill(ada);
    const receipt = await ada.delete(turns.second, { actor: 'Ada', reason: 'not their business' });
    expect(receipt).toMatchObject({ removed: [turns.second], forgotten: [alone], kept: [both] });
    expect(await ada.get(alone)).toBeUndefined();
    expect((await ada.get(both))?.evidence).toEqual([turns.friday]);
    expect((await ada.get(other))?.version).toBe(1);
    const audit = await memory.audit({ scope: 'ada', limit: 3 });
    expect(audit.map(({ action, id, reason }) => [action, id, reason]).sort()).toEqual(
      [
        ['delete', turns.second, 'not their business'],
        ['delete', alone, `rested on ${turns.second} alone`],
        ['update', both, `rested on ${turns.second} too, which was removed`],
      ].sort(),
    );
    const last = await ada.delete(turns.friday);
    expect(last).toMatchObject({ forgotten: [both], kept: [] });
  });

  it('a dry run lists the versions and facts that a deletion would remove, and removes nothing', async () => {
    const { turns, alone, both } = await fill(ada);
    const { replaced } = await ada.update(alone, { content: 'User must not take penicillin' });
    const audited = await memory.audit({ scope: 'ada' });
    const preview = await ada.delete(turns.second, { dryRun: true });
    expect(preview).toMatchObject({ dryRun: true, removed: [turns.second], kept: [both] });
    expect(preview.forgotten.sort()).toEqual([alone, replaced].sort());
    const ofFact = await ada.delete(alone, { dryRun: true });
    expect(ofFact.removed.sort()).toEqual([alone, replaced].sort());
    expect(await memory.audit({ scope: 'ada' })).toEqual(audited);
    expect(await ada.get(both)).toMatchObject({ evidence: [turns.second, turns.friday] });
    const done = await ada.delete(turns.second);
    expect(done).not.toHaveProperty('dryRun');
    expect({ ...done, forgotten: done.forgotten.sort() }).toMatchObject({
      removed: preview.removed,
      forgotten: preview.forgotten,
      kept: preview.kept,
    });
    await expect(ada.delete(turns.second, { dryRun: true })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('erasing a session deletes its turns, the facts from them, and facts with it as source', async () => {
    const { turns, alone, both, other } = await fill(ada);
    const source = { session: 'monday' };
    const headache = await ada.store({ content: 'User has a headache', kind: 'fact', source });
    const receipt = await ada.sessions.erase('monday');
    expect(receipt).toMatchObject({ session: 'monday', turns: 3, kept: [both] });
    expect(receipt.forgotten.sort()).toEqual([alone, headache.id].sort());
    expect((await ada.sessions.list()).sessions.map(({ session }) => session)).toEqual(['friday']);
    expect((await ada.sessions.get('monday')).turns).toEqual([]);
    expect((await ada.get(both))?.evidence).toEqual([turns.friday]);
    expect(await ada.get(other)).toBeDefined();
    expect(await ada.sessions.erase('monday')).toMatchObject({ turns: 0, forgotten: [], kept: [] });
  });

  it('erasing a long session also deletes facts with evidence in several steps', async () => {
    const turns = Array.from({ length: 250 }, (_, place) => ({ content: `Turn ${place}` }));
    const { ids } = await ada.episodes.append(turns, { session: 'long' });
    const evidence = [ids[0], ids[210], ids[249]] as string[];
    const { id } = await ada.store({ content: 'User talks much', evidence });
    expect(await ada.sessions.erase('long')).toMatchObject({
      turns: 250,
      forgotten: [id],
      kept: [],
    });
    expect(await contents()).toEqual([]);
  });

  it('forgetting a fact makes the fact that it replaced current again, and ends its contests', async () => {
    const { ids } = await ada.episodes.append(
      [{ content: 'I live in Bonn' }, { content: 'I moved to Porto' }, { content: 'At Bosch' }],
      { session: 'home' },
    );
    const [bonn, porto, work] = ids as [string, string, string];
    const older = await ada.store({ content: 'User lives in Bonn', evidence: [bonn] });
    const newer = await ada.store({ content: 'User moved to Porto', evidence: [porto] });
    expect(newer.superseded).toEqual([older.id]);
    const siemens = await ada.store({ content: 'User works at Siemens' });
    const bosch = await ada.store({ content: 'User works at Bosch', evidence: [work] });
    expect(bosch.contests).toEqual([siemens.id]);
    expect(await ada.delete(porto)).toMatchObject({ forgotten: [newer.id] });
    expect(await ada.get(older.id)).not.toHaveProperty('supersededBy');
    expect(await ada.delete(work)).toMatchObject({ forgotten: [bosch.id] });
    expect(await ada.get(siemens.id)).not.toHaveProperty('contestedBy');
    expect(await ada.delete(bonn)).toMatchObject({ forgotten: [older.id] });
  });

  it('pruning removes turns before facts, and leaves the evidence of facts unchanged', async () => {
    const { alone, both, other, turns } = await fill(ada);
    await ada.prune({ maxRecords: 3 });
    const left = (await ada.list()).memories.map(({ id }) => id);
    expect(left.sort()).toEqual([alone, both, other].sort());
    expect((await ada.get(alone))?.evidence).toEqual([turns.second]);
  });

  it('a new turn never gets the id of a pruned turn that facts still cite', async () => {
    const facts: string[] = [];
    const stored: string[] = [];
    for (let round = 0; round < 3; round++) {
      const content = `Round ${round}`;
      const [turn] = (await ada.episodes.append([{ content }], { session: 'endless' })).ids;
      for (const fact of facts)
        expect((await ada.evidence(fact))?.turns, `fact of an earlier round`).toEqual([]);
      const { id } = await ada.store({
        content: `User said ${content}`,
        evidence: [turn as string],
      });
      facts.push(id);
      stored.push(turn as string);
      await ada.prune({ maxRecords: facts.length });
    }
    expect(new Set(stored).size).toBe(3);
    const last = await ada.episodes.append([{ content: 'Round 3' }], { session: 'endless' });
    const { forgotten } = await ada.delete(last.ids[0] as string);
    expect(forgotten).toEqual([]);
  });

  it('an extractor summarises pruned turns, and the summary is erased with the session', async () => {
    const { alone, both, other } = await fill(ada);
    const seen: string[][] = [];
    const extractor = {
      summarise: ({ turns }: { turns: readonly { content: string }[] }) => {
        seen.push(turns.map(({ content }) => content));
        return { content: `about ${turns.length}` };
      },
    };
    await ada.prune({ maxRecords: 5, extractor });
    await ada.prune({ maxRecords: 3, extractor });
    expect(seen.flat().filter((content) => !content.startsWith('about'))).toHaveLength(6);
    const summaries = async () =>
      Promise.all(['monday', 'friday'].map(async (name) => (await ada.sessions.get(name)).summary));
    // The extractor gets the earlier summary with the next turns.
    expect(seen.some(([first]) => first?.startsWith('about'))).toBe(true);
    expect(await summaries()).toEqual([expect.any(String), expect.any(String)]);
    expect((await ada.list()).memories.map(({ id }) => id).sort()).toEqual(
      [alone, both, other].sort(),
    );
    expect((await ada.retrieve('about')).memories.every(({ kind }) => kind === 'fact')).toBe(true);
    await ada.sessions.erase('monday');
    expect(await summaries()).toEqual([undefined, expect.any(String)]);
  });

  it('a summary does not undo what a run of consolidate has noted meanwhile', async () => {
    const turns = ['one', 'two', 'three', 'four'].map((content) => ({ content }));
    await ada.episodes.append(turns, { session: 's' });
    const read: string[] = [];
    const extractor: Extractor['extract'] = async (window) => {
      read.push(...window.turns.map(({ content }) => content));
      return { facts: [] };
    };
    const summarise = async () => {
      if (read.length === 0) await ada.consolidate({ extractor });
      return { content: 'a summary' };
    };
    await ada.prune({ maxRecords: 2, extractor: { summarise } });
    await ada.consolidate({ extractor });
    expect(read).toEqual(['one', 'two', 'three', 'four']);
    expect((await ada.sessions.get('s')).summary).toBe('a summary');
  });

  it('turns stay if summarising them fails', async () => {
    await fill(ada);
    const failing = [
      () => Promise.reject(new Error('no network')),
      () => ({ content: ' ' }),
      () => ({ content: `my password is ${['Tr0ub4', 'dor&3x'].join('')}` }),
    ];
    for (const summarise of failing) {
      const report = await ada.prune({ maxRecords: 3, extractor: { summarise } });
      expect(report.pruned).toBe(0);
    }
    expect((await ada.sessions.get('monday')).turns).toHaveLength(3);
  });

  it('erasing a session also erases a turn that is appended meanwhile', async () => {
    await fill(ada);
    const { commit } = backend;
    let late = false;
    backend.commit = async (request) => {
      const result = await commit.call(backend, request);
      if (late) return result;
      late = true;
      await ada.episodes.append([{ content: 'One more' }], { session: 'monday' });
      return result;
    };
    await ada.sessions.erase('monday');
    const { sessions } = await ada.sessions.list();
    expect(sessions.map(({ session }) => session)).toEqual(['friday']);
  });

  it('deleting a turn also deletes a fact made from it meanwhile', async () => {
    const { turns } = await fill(ada);
    const { list } = backend;
    let late: string | undefined;
    backend.list = async (request) => {
      const page = await list.call(backend, request);
      if (late === undefined && request.filter.where !== undefined) {
        late = '';
        const fact = { content: 'User lives by the sea', evidence: [turns.third] };
        late = (await ada.store(fact)).id;
        // consolidate, too, writes the turn together with its fact.
        await ada.update(turns.third, { importance: 4 });
      }
      return page;
    };
    const { forgotten } = await ada.delete(turns.third);
    expect(forgotten).toEqual([late]);
    expect(await ada.get(late ?? '')).toBeUndefined();
  });

  it('repeating an interrupted erasure completes it', async () => {
    const turns = Array.from({ length: 250 }, (_, place) => ({ content: `Turn ${place}` }));
    const { ids } = await ada.episodes.append(turns, { session: 'long' });
    const facts = ids.filter((_, place) => place % 25 === 0);
    for (const id of facts) await ada.store({ content: `User said ${id}`, evidence: [id] });
    const { commit } = backend;
    let commits = 0;
    backend.commit = async (request) => {
      if (++commits === 2) throw new Error('the process is killed');
      return commit.call(backend, request);
    };
    await expect(ada.sessions.erase('long')).rejects.toThrow('the process is killed');
    expect((await ada.sessions.get('long', { limit: 1000 })).turns.length).toBeGreaterThan(0);
    const { forgotten } = await ada.sessions.erase('long');
    expect(forgotten.length).toBeGreaterThan(0);
    expect(await contents()).toEqual([]);
  });
}
