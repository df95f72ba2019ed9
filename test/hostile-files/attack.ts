import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemory } from '@mneme/core';
import { copyMemories } from '@mneme/runtime';
import { openForeignFile, type SqliteBackendOptions, sqliteBackend } from '@mneme/sqlite';
import { letterEmbedder } from '../../tools/letter-embedder.mjs';
import { makeHostile, ran } from './make-hostile.ts';

/** The places of one attack. Nothing in `outside` may change, and nothing of it be shown. */
export interface Places {
  file: string;
  target: string;
}

/** A way in which a file comes into Mneme. Returns what it shows. `changes`: it may write to the file. */
export interface Entry {
  changes: boolean;
  call(places: Places): Promise<unknown>;
}

/** The calls of the library, for each SQLite library. */
export function libraryEntries(driver: SqliteBackendOptions['driver']): Record<string, Entry> {
  const reading = (path: string) => sqliteBackend({ path, driver, readOnly: true });
  return {
    'a backup of it': {
      changes: false,
      async call({ file, target }) {
        const backend = reading(file);
        try {
          await backend.open({});
          return await backend.backup({ path: target, overwrite: true });
        } finally {
          await backend.close();
        }
      },
    },
    'a copy of its memories': {
      changes: false,
      async call({ file }) {
        const from = reading(file);
        const to = sqliteBackend({ path: ':memory:', driver });
        try {
          return await copyMemories({ from, to });
        } finally {
          await from.close();
          await to.close();
        }
      },
    },
    'an import of it': {
      changes: false,
      async call({ file }) {
        const opened = await openForeignFile(file);
        try {
          const tables = ['history', 'store', 'observations', 'user_prompts', 'records'];
          const columns = ['new_memory', 'key', 'value', 'title', 'prompt_text', 'body'];
          return tables.map((table) => [...(opened.table(table, columns)?.rows() ?? [])]);
        } finally {
          opened.close();
        }
      },
    },
    'opening, reading and writing it': {
      changes: true,
      async call({ file }) {
        const backend = sqliteBackend({ path: file, driver });
        try {
          const memory = await createMemory({ backend, embedder: letterEmbedder });
          const scopes = await memory.scopes();
          const ada = memory.scope('ada');
          await ada.store({ content: 'Ada sails the Heron' });
          return [scopes, await ada.retrieve('tea'), await ada.list(), await memory.audit()];
        } finally {
          await backend.close();
        }
      },
    },
    'the doctor': {
      changes: true,
      async call({ file }) {
        const backend = sqliteBackend({ path: file, driver, inspect: true });
        try {
          const memory = await createMemory({ backend });
          return await memory.doctor({ fix: true });
        } finally {
          await backend.close();
        }
      },
    },
  };
}

const secret = 'the painting of the lighthouse';

/** An ordinary store, also as the victim. */
async function makeStore(path: string, content: string, driver: SqliteBackendOptions['driver']) {
  const memory = await createMemory({
    backend: sqliteBackend({ path, driver }),
    embedder: letterEmbedder,
  });
  const ada = memory.scope('ada');
  await ada.store({ content, tags: ['tea'] });
  const notes = await ada.stores.create({ name: 'notes' });
  await notes.create({ path: '/plan.md', content: 'Ship on Friday' });
  await memory.close();
}

const bytesIn = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));

/** What went wrong, and what was tried. */
export interface Finding {
  seed: number;
  changes: string[];
  entry: string;
  problem: string;
}

/**
 * Makes hostile files from these seeds, gives each to every entry, and looks for what it did. An entry may answer or
 * refuse with an error that has a code. Returns the findings, and how many calls were refused.
 */
export async function attack(
  entries: Readonly<Record<string, Entry>>,
  { seeds, driver }: { seeds: readonly number[]; driver?: SqliteBackendOptions['driver'] },
): Promise<{ findings: Finding[]; refused: number; calls: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-hostile-'));
  const [outside, ordinary] = [join(folder, 'outside'), join(folder, 'ordinary.db')];
  const findings: Finding[] = [];
  let [refused, calls] = [0, 0];
  try {
    mkdirSync(outside);
    await makeStore(join(outside, 'victim.db'), `The safe is behind ${secret}`, driver);
    await makeStore(ordinary, 'Ada likes tea', driver);
    const untouched = bytesIn(outside);
    for (const seed of seeds)
      for (const [name, { changes: mayChange, call }] of Object.entries(entries)) {
        const work = mkdtempSync(join(folder, 'work-'));
        const source = join(work, 'source');
        mkdirSync(source);
        const file = join(source, 'memory.db');
        const changes = makeHostile(ordinary, { path: file, seed, outside });
        const before = bytesIn(source);
        const find = (problem: string) => findings.push({ seed, changes, entry: name, problem });
        calls += 1;
        const shown = await call({ file, target: join(work, 'target.db') }).then(
          (value) => JSON.stringify(value),
          (error) => {
            refused += 1;
            if (typeof error.code !== 'string' || error.name !== 'MnemeError')
              find(`an error without a code: ${error.stack}`);
            return String(error.message);
          },
        );
        if (!same(bytesIn(outside), untouched)) find('something outside changed');
        if (!mayChange && !same(bytesIn(source), before)) find('the source changed');
        const after = { ...bytesIn(source), ...onlyFiles(work) };
        for (const [where, bytes] of [
          ['the answer', Buffer.from(shown)] as const,
          ...Object.entries(after),
        ])
          for (const mark of [ran, secret])
            if (bytes.includes(mark) && !contains(before, mark)) find(`${where} has "${mark}"`);
        rmSync(work, { recursive: true });
      }
    return { findings, refused, calls };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function onlyFiles(folder: string): Record<string, Buffer> {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(files.map(({ name }) => [name, readFileSync(join(folder, name))]));
}

/** An index computes its expressions when it is made. */
function contains(files: Record<string, Buffer>, mark: string): boolean {
  return Object.values(files).some((bytes) => bytes.includes(mark));
}

function same(left: Record<string, Buffer>, right: Record<string, Buffer>): boolean {
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => right[name]?.equals(left[name] as Buffer) === true)
  );
}
