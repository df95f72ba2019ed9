import { afterAll, describe, expect, it } from 'vitest';
import { mneme, Workplace } from './mneme.ts';

const place = new Workplace();
afterAll(() => place.remove());

/** Creates a scope with two conversations. */
async function filled(scope: string): Promise<string[]> {
  const turn = (session: string, sequence: number, text: string) => ({
    ...{ text, session, sequence, speaker: 'Ada' },
    time: `2026-03-0${sequence}T10:00:00Z`,
  });
  const file = place.write(`${scope}.jsonl`, [
    turn('monday', 1, 'I adopted a kitten called Biscuit.'),
    turn('monday', 2, 'The vet is in Porto.'),
    turn('tuesday', 1, 'The lease ends in June.'),
  ]);
  const seat = ['--db', place.path('memory.db'), '--scope', scope];
  await place.json(mneme`import ${file} ${seat}`);
  return seat;
}

interface Page {
  nextCursor?: string;
}
interface Session extends Page {
  turns: { id: string; content: string; source: { sequence: number } }[];
}
interface List extends Page {
  sessions: { session: string; turns: number }[];
}
const list = (...argv: string[]) => place.json<List>(mneme`sessions ${argv}`);
const show = (...argv: string[]) => place.json<Session>(mneme`sessions show ${argv}`);

describe('mneme sessions', () => {
  it('lists the conversations of one scope in pages', async () => {
    const seat = await filled('lists');
    const first = await list('--limit', '1', ...seat);
    const second = await list('--limit', '1', '--cursor', String(first.nextCursor), ...seat);
    const both = [...first.sessions, ...second.sessions];
    expect(both.map(({ session, turns }) => [session, turns]).sort()).toEqual([
      ['monday', 2],
      ['tuesday', 1],
    ]);
    expect(second.nextCursor).toBeUndefined();
    const { stdout } = await place.run(mneme`sessions ${seat}`);
    expect(stdout).toMatch(/2 +2026-03-01 10:00 +2026-03-02 10:00 +monday/);
    const other = await place.json(mneme`sessions ${seat} --scope user:eve`);
    expect(other).toEqual({ sessions: [] });
  });

  it('shows the turns of a session in order, optionally from a place on', async () => {
    const seat = await filled('shows');
    const { turns } = await show('monday', ...seat);
    expect(turns.map(({ source }) => source.sequence)).toEqual([1, 2]);
    const later = await show('monday', '--from-sequence', '2', ...seat);
    expect(later.turns.map(({ content }) => content)).toEqual(['The vet is in Porto.']);
    const { stdout } = await place.run(mneme`sessions show monday ${seat}`);
    expect(stdout).toMatch(/#1 Ada 2026-03-01 10:00 · .*\n {2}I adopted a kitten.*\n#2 Ada/);
    const few = await place.run(mneme`sessions show monday --limit 0 ${seat}`);
    expect([few.code, few.stderr]).toEqual([2, expect.stringContaining('--limit is 0')]);
    const missing = await place.run(mneme`sessions show sunday ${seat}`);
    expect([missing.code, missing.stdout]).toEqual([1, '']);
    expect(missing.stderr).toContain('no session "sunday"');
  });

  it('erases one session with the facts that have no other evidence', async () => {
    const seat = await filled('forgets');
    const [turn] = (await show('monday', ...seat)).turns;
    const fact = await place.json<{ id: string }>([
      ...['store', 'Has a kitten', '--evidence', String(turn?.id), ...seat],
    ]);
    const receipt = await place.json(mneme`sessions erase monday --yes ${seat}`);
    expect(receipt).toMatchObject({
      ...{ turns: 2, kept: [], bytes: 'removed' },
      forgotten: expect.arrayContaining([fact.id]),
    });
    expect((await list(...seat)).sessions.map(({ session }) => session)).toEqual(['tuesday']);
    expect((await place.run(mneme`get ${fact.id} ${seat}`)).code).toBe(1);
    const { entries } = await place.json<{ entries: { actor: string }[] }>(mneme`db audit ${seat}`);
    expect(entries.map(({ actor }) => actor)).toContain('cli');
    const again = await place.run(mneme`sessions erase monday --yes ${seat}`);
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('monday: 0 turns')]);
  });

  it('erases nothing without --yes', async () => {
    const seat = await filled('told-twice');
    const { code, stderr } = await place.run(mneme`sessions erase monday ${seat}`);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--yes')]);
    expect((await show('monday', ...seat)).turns).toHaveLength(2);
  });
});
