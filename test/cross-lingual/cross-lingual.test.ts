import { describe, expect, it } from 'vitest';
import { openMemory } from '../memory.ts';
import { facts } from './facts.ts';
import { others } from './others.ts';

/** Counts the questions that find their memory among the first ten results. */
describe('questions in another language than the memory', () => {
  async function found(memories: string[], questions: string[]): Promise<number> {
    const memory = await openMemory({ clock: () => new Date('2026-03-01T09:00:00.000Z') });
    const scope = memory.scope('user:ada');
    const inputs = [...memories, ...others].map((content) => ({ content }));
    await scope.storeMany(inputs, { onConflict: 'keepBoth' });
    let hits = 0;
    for (const [index, question] of questions.entries()) {
      const answer = await scope.retrieve(question, { limit: 10 });
      if (answer.memories.some(({ content }) => content === memories[index])) hits++;
    }
    await memory.close();
    return hits;
  }

  it('use a hundred facts and a thousand other memories, all different', () => {
    expect(facts).toHaveLength(100);
    const texts = facts.flatMap(({ en, zh, enQuestion, zhQuestion }) => [
      en,
      zh,
      enQuestion,
      zhQuestion,
    ]);
    expect(texts.every((text) => text !== '')).toBe(true);
    expect(others).toHaveLength(1000);
    expect(new Set([...texts, ...others]).size).toBe(1400);
  });

  // Measured: 97 and 78.
  it.each([
    { memory: 'zh', question: 'enQuestion', least: 93 },
    { memory: 'en', question: 'zhQuestion', least: 74 },
  ] as const)(
    'in $question find the memory in $memory at least $least times of 100',
    async ({ memory, question, least }) => {
      const hits = await found(
        facts.map((fact) => fact[memory]),
        facts.map((fact) => fact[question]),
      );
      expect(hits).toBeGreaterThanOrEqual(least);
    },
  );
});
