import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemory } from '@mneme/core';
import { staticEmbedder } from '@mneme/embedders';
import { sqliteBackend } from '@mneme/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { facts } from './facts.ts';
import { others } from './others.ts';

/** Counts the questions that find their memory among the first ten results. */
describe('questions in another language than the memory', () => {
  let folder: string;
  let stores = 0;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'mneme-languages-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function found(memories: string[], questions: string[]): Promise<number> {
    const memory = await createMemory({
      backend: sqliteBackend({ path: join(folder, `${stores++}.db`) }),
      embedder: staticEmbedder(),
      clock: () => new Date('2026-03-01T09:00:00.000Z'),
    });
    try {
      const scope = memory.scope('user:ada');
      const contents = [...memories, ...others];
      await scope.storeMany(
        contents.map((content) => ({ content })),
        { onConflict: 'keepBoth' },
      );
      let hits = 0;
      for (const [index, question] of questions.entries()) {
        const answer = await scope.retrieve(question, { limit: 10 });
        if (answer.memories.some(({ content }) => content === memories[index])) hits++;
      }
      return hits;
    } finally {
      await memory.close();
    }
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
