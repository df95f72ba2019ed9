import { afterAll, describe, expect, it } from 'vitest';
import { Workplace } from './mneme.ts';

const place = new Workplace();
afterAll(() => place.remove());

describe.concurrent('demo', () => {
  interface Demo {
    sections: { title: string; data: Record<string, unknown> }[];
  }

  it('shows every step on its own conversation', async () => {
    const { code, stdout, stderr } = await place.run(['demo']);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout.match(/^\d+ {2}\S.*/gm)).toHaveLength(12);
    expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
    expect(stdout).toMatch(/Next .*\n.*mneme store/);
    expect(stdout).toMatch(/asked as of .*Wei lives in Shanghai/);
    expect(stdout).toMatch(/confirmed \(/);
    expect(stdout).toMatch(/would go/);
    expect(Math.max(...stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80);
  });

  it('tells the same as JSON', async () => {
    const { sections } = await place.json<Demo>(['demo']);
    const [imported, learned, blocks, , change, contest, , secret, , forgotten] = sections.map(
      ({ data }) => data,
    );
    expect(learned).toMatchObject({
      facts: expect.arrayContaining([
        expect.objectContaining({
          content: expect.stringContaining("I can't take penicillin"),
          evidence: [{ id: expect.any(String), content: expect.stringContaining('penicillin') }],
        }),
      ]),
    });
    expect(JSON.stringify(blocks)).toContain("I can't take penicillin");
    const receipt = forgotten?.receipt as { turns: number; forgotten: string[] };
    expect(receipt.turns).toBeGreaterThan(0);
    expect(receipt.forgotten.length).toBeGreaterThan(0);
    expect(forgotten?.holdsAgain).toHaveLength(1);
    expect(contest).toMatchObject({
      outcome: 'created',
      before: [{ content: 'Ada eats fish now' }, {}],
      report: { calls: 1, superseded: 1 },
      after: [{ content: 'Ada eats fish now' }],
    });
    // Each is about the matter of something that was said before.
    expect(contest?.contested).toEqual([
      'Ada eats fish now',
      'I prefer aisle seats on flights.',
      'I prefer my weekly summaries on Monday morning.',
      expect.stringContaining('not fully vegetarian any more'),
      expect.stringContaining('vegetarian since 2019'),
    ]);
    expect(imported).toMatchObject({ lines: 278, expired: 0 });
    expect(change).toMatchObject({
      answerThen: { content: expect.any(String) },
      answerNow: { content: expect.any(String) },
    });
    expect(secret).toMatchObject({ refused: [{ at: 'line 77' }, { at: 'line 114' }], traces: 0 });
  });

  it('does the same with turns of one’s own, without times and sessions too', async () => {
    const own = place.write('own.jsonl', [
      { text: 'My grandmother planted apricot trees behind the house.' },
      { text: 'Could you remind me to water them on Thursday?' },
    ]);
    const { code, stdout } = await place.run(['demo', '--file', own]);
    expect(code).toBe(0);
    expect(stdout).toContain('apricot');
    expect(stdout).toMatch(/1 of 1 questions|2 of 2 questions/);
  });

  it('survives an empty file', async () => {
    const { code, stdout } = await place.run(['demo', '--file', place.write('empty.jsonl', [])]);
    expect(stdout).toContain('0 turns');
    expect(code).toBe(0);
  });
});
