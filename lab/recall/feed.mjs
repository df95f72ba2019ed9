/** Stores of evaluation sets, filled as users fill them, and cached until the code that stores changes. */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemory } from '../../packages/core/src/index.ts';
import { sqliteBackend } from '../../packages/kv-backend/src/index.ts';

/** The time of a query without one. */
export const now = '2027-01-01T00:00:00.000Z';

const minuteMs = 60_000;
const packages = join(import.meta.dirname, '../../packages');
const storing = ['language', 'secrets', 'contract', 'core', 'store', 'kv-backend', 'embedders'];
/** Rooms of core that no write uses. */
const asking = ['ranking', 'relevance', 'recall', 'doctor', 'consolidation'];

/**
 * The file with a set's memories: dialogue appended session by session, and learned from; statements stored one by one
 * with the default policy. Also which of the set's ids each record stands for.
 */
export async function fedStore(set, { embedder }) {
  const folder = join(tmpdir(), 'mneme-sets', set.name);
  const identity = JSON.stringify([await embedder.identity(), [...set.scopes], codeDigest()]);
  const key = createHash('sha1').update(identity).digest('hex').slice(0, 16);
  const path = join(folder, `${key}.db`);
  const names = join(folder, `${key}.json`);
  if (!existsSync(names)) {
    mkdirSync(folder, { recursive: true });
    const building = join(folder, `${key}-${process.pid}.db`);
    const idsOfRecords = await feed(set, (clock) => openStore(building, { embedder, clock }));
    renameSync(building, path);
    writeFileSync(names, JSON.stringify([...idsOfRecords]));
  }
  return { path, names: new Map(JSON.parse(readFileSync(names, 'utf8'))) };
}

/** @param store a backend, or the path of a SQLite file. */
export function openStore(store, options) {
  return createMemory({
    ...options,
    backend:
      typeof store === 'string' ? sqliteBackend({ path: store, durability: 'normal' }) : store,
    secrets: 'allow',
    maxStoreItems: 1_000_000,
    maxContentBytes: 10_000_000,
  });
}

/** Fills what `open` opens, with a clock, and returns which of the set's ids each record stands for. */
export async function feed({ scopes }, open) {
  let time = Date.parse('2020-01-01');
  const memory = await open(() => new Date(time));
  const names = new Map();
  const give = (record, id) => names.set(record, [...(names.get(record) ?? []), id]);
  for (const [name, items] of scopes) {
    const scope = memory.scope(name);
    const sessions = Map.groupBy(items, ({ session }) => session);
    for (const [session, turns] of sessions) {
      time += minuteMs;
      if (session === undefined) {
        for (const { id, text, time: said, speaker } of turns) {
          time += minuteMs;
          const source = { externalId: id, ...(speaker === undefined ? {} : { speaker }) };
          const stored = await scope.store({ content: text, occurredAt: said, source });
          give(stored.id, id);
        }
        continue;
      }
      const said = turns.map(({ id, text, time: occurredAt, speaker, sequence }) => ({
        ...{ content: text, speaker, sequence, occurredAt },
        source: { externalId: id },
      }));
      const { ids } = await scope.episodes.append(said, { session });
      for (const [at, id] of ids.entries()) give(id, turns[at].id);
    }
  }
  await memory.close();
  return names;
}

/** Hash of all sources that a write uses. */
function codeDigest() {
  const digest = createHash('sha1');
  for (const name of storing) {
    const folder = join(packages, name, 'src');
    for (const file of readdirSync(folder, { recursive: true }).sort()) {
      const isAsking = name === 'core' && asking.some((room) => file.startsWith(`${room}/`));
      if (/(?<!\.test)\.ts$/.test(file) && !isAsking)
        digest.update(file).update(readFileSync(join(folder, file)));
    }
  }
  return digest.digest('hex');
}
