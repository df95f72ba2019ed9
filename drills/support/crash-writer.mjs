// Writes into a scope of its own, and tells before each write what it is going to do and after it that it was
// acknowledged, until it is killed.
import { createMemory } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';
import { letterEmbedder } from '../../tools/letter-embedder.mjs';
import { randomFrom } from '../../tools/random.mjs';
import { remoteMemory } from './remote-memory.mjs';
import { say } from './say.mjs';

const [path, scopeName, seed, aim] = process.argv.slice(2);
const random = randomFrom(Number(seed));
const memory = path.startsWith('http:')
  ? remoteMemory(path)
  : await createMemory({ backend: sqliteBackend({ path }), embedder: letterEmbedder });
const scope = memory.scope(scopeName);
const store = await scope.stores.open('notes', { create: true });
const pick = (list) => list[Math.floor(random() * list.length)];
const records = new Map();
const documents = new Map();
const sessions = new Map();
let number = 0;

/** Words that a scan of the file must not find after they were deleted. */
const text = () =>
  `${scopeName} said ${++number} ${'harbour '.repeat(1 + Math.floor(random() * 8))}end${number}`;

const input = (content) => ({
  content,
  tags: [`t${number % 3}`, scopeName],
  metadata: { number },
  source: { session: 's', sequence: number },
});

const works = {
  async store() {
    const content = text();
    say('begin', { stored: [content] });
    const { id } = await scope.store(input(content), { onConflict: 'keepBoth' });
    records.set(id, content);
    say('done', { ids: [id] });
  },
  async storeMany() {
    const contents = Array.from({ length: 5 }, text);
    say('begin', { stored: contents });
    const results = await scope.storeMany(contents.map(input), { onConflict: 'keepBoth' });
    for (const [index, { id }] of results.entries()) records.set(id, contents[index]);
    say('done', { ids: results.map(({ id }) => id) });
  },
  async append() {
    const session = `talk ${Math.floor(random() * 3)}`;
    const contents = Array.from({ length: 3 }, text);
    say('begin', { stored: contents });
    const turns = contents.map((content) => ({ content }));
    const { ids } = await scope.episodes.append(turns, { session });
    for (const [index, id] of ids.entries()) records.set(id, contents[index]);
    sessions.set(session, [...(sessions.get(session) ?? []), ...ids]);
    say('done', { ids });
  },
  async eraseSession() {
    const session = pick([...sessions.keys()]);
    if (session === undefined) return;
    const forgotten = sessions.get(session).filter((id) => records.has(id));
    say('begin', { forgotten });
    await scope.sessions.erase(session);
    sessions.delete(session);
    for (const id of forgotten) records.delete(id);
    say('done', {});
  },
  async update() {
    const id = pick([...records.keys()]);
    if (id === undefined) return;
    const content = text();
    say('begin', { updated: { id, content } });
    await scope.update(id, { content });
    records.set(id, content);
    say('done', {});
  },
  async delete() {
    const id = pick([...records.keys()]);
    if (id === undefined) return;
    say('begin', { deleted: id });
    await scope.delete(id);
    records.delete(id);
    say('done', {});
  },
  async write() {
    const at = `/${Math.floor(random() * 3)}`;
    const content = `${text()}\n`.repeat(20);
    say('begin', { path: at, content });
    const {
      document: { versionId },
    } = await store.write({ path: at, content });
    const earlier = documents.get(at);
    documents.set(at, { versionId, before: earlier?.versionId });
    say('done', { versionId });
  },
  async redact() {
    const head = pick([...documents.values()].filter(({ before }) => before !== undefined));
    if (head === undefined) return;
    say('begin', { redacted: head.before });
    await store.redact(head.before);
    head.before = undefined;
    say('done', {});
  },
  async erase() {
    say('begin', { erased: true });
    await scope.erase();
    say('erased', {});
    process.exit(0);
  },
};

say('ready');
for (;;) {
  const chance = random();
  if (aim === 'erase' && number > 12) await works.erase();
  else if (aim === 'redact' && number > 12) await works.redact();
  if (chance < 0.25) await works.store();
  else if (chance < 0.35) await works.storeMany();
  else if (chance < 0.46) await works.append();
  else if (chance < 0.5) await works.eraseSession();
  else if (chance < 0.62) await works.update();
  else if (chance < 0.72) await works.delete();
  else if (chance < 0.95) await works.write();
  else await works.redact();
}
