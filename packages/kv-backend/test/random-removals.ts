import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMemory, type Memory, type MemoryScope } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';
import { randomFrom } from '../../../tools/random.mjs';
import { inFile } from './in-file.ts';
import { firstEmbedder } from './life.ts';

interface Kept {
  id: string;
  scope: number;
  words: string[];
}

interface RemovalOptions {
  seed: number;
  memories: number;
  removals: number;
  /** With `pages`, which returns its decrypted pages. */
  key?: string;
  pages?: (path: string) => Buffer;
}

const fromQ = (word: string) => word.slice(word.indexOf('q'));

/**
 * Stores memories with unique words through two connections to one file, and removes some of them, one by one. After each
 * removal whose receipt says that its bytes are gone, no removed word may be in the folder.
 */
export async function removeAtRandom(
  folder: string,
  { seed, memories, removals, key, pages }: RemovalOptions,
): Promise<{ left: string[]; pending: number }> {
  const random = randomFrom(seed);
  const below = (count: number) => Math.floor(random() * count);
  const path = join(folder, `${seed}.db`);
  const open = () =>
    createMemory({
      backend: sqliteBackend({ path, key, durability: 'normal' }),
      embedder: firstEmbedder,
    });
  const both: Memory[] = [await open(), await open()];
  const scope = (number: number): MemoryScope => both[below(2)]!.scope(`scope ${number}`);
  // Half of the words are adjacent in the alphabet, so that the index splits its pages by whole words.
  const start = below(1_000_000);
  const word = () =>
    random() < 0.5
      ? `zq${start + below(100_000_000)}`
      : `q${Array.from({ length: 11 }, () => 'bcdfghjkmnpqrtvwxz'[below(18)]).join('')}`;
  const kept: Kept[] = [];
  const add = async (count: number) => {
    const number = below(3);
    const texts = Array.from({ length: count }, () => Array.from({ length: 1 + below(20) }, word));
    const results = await scope(number).storeMany(
      texts.map((words) => ({ content: words.join(' ') })),
      { onConflict: 'keepBoth' },
    );
    results.forEach(({ id }, index) => {
      kept.push({ id, scope: number, words: texts[index]! });
    });
  };
  const isThere = (words: readonly string[]) => {
    const bytes = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
    if (pages !== undefined) bytes.push(pages(path).toString('latin1'));
    // Every word has a q at its beginning; to look for one word after the other takes ten times as long.
    const byStart = Map.groupBy(words, (word) => fromQ(word).slice(0, 4));
    const there = new Set<string>();
    for (const text of bytes)
      for (let at = text.indexOf('q'); at >= 0; at = text.indexOf('q', at + 1))
        for (const word of byStart.get(text.slice(at, at + 4)) ?? [])
          if (text.startsWith(fromQ(word), at)) there.add(word);
    return there;
  };

  while (kept.length < memories) await add(1 + below(40));
  const gone: string[] = [];
  const left = new Set<string>();
  let pending = 0;
  for (let round = 0; round < removals; round++) {
    const [removed] = kept.splice(below(kept.length), 1) as [Kept];
    const { bytes } = await scope(removed.scope).delete(removed.id);
    gone.push(...removed.words);
    if (bytes === 'pending') pending += 1;
    else for (const each of isThere(gone)) left.add(each);
    if (random() < 0.4) await add(1 + below(5));
  }
  for (const { id, scope: number, words } of kept) {
    const found = await scope(number).get(id);
    if (found?.content !== words.join(' ')) throw new Error(`${id} is not what was stored`);
  }
  for (const memory of both) await memory.close();
  for (const each of isThere(gone)) left.add(each);
  await inFile({ path, key: key && `raw:${key}` }, (database) => {
    const verdict = database.prepareColumn('PRAGMA integrity_check').get();
    if (verdict !== 'ok') throw new Error(`integrity_check: ${verdict}`);
  });
  return { left: [...left], pending };
}
