import { randomFrom } from '../../tools/random.mjs';

/** Each kind of write, up to this chance. */
const chances = {
  store: 0.25,
  storeMany: 0.35,
  append: 0.46,
  eraseSession: 0.5,
  update: 0.62,
  delete: 0.72,
  write: 0.95,
  redact: 1,
};

/**
 * Writes into one scope: records, turns and documents that come, change and go. The texts have words that a scan of a file
 * must not find after they were deleted.
 *
 * @returns a function that makes one write. It calls `begin` with the planned write, and resolves to the acknowledged
 *   ids; if there is nothing to change yet, it resolves at once. With the aim `erase` or `redact` it does that early.
 */
export async function randomLife(memory, name, { seed, aim }) {
  const random = randomFrom(seed);
  const scope = memory.scope(name);
  const store = await scope.stores.open('notes', { create: true });
  const pick = (list) => list[Math.floor(random() * list.length)];
  const records = new Map();
  const documents = new Map();
  const sessions = new Map();
  let number = 0;
  const text = () =>
    `${name} said ${++number} ${'harbour '.repeat(1 + Math.floor(random() * 8))}end${number}`;
  const input = (content) => ({
    content,
    kind: 'episode',
    tags: [`t${number % 3}`, name],
    metadata: { number },
    source: { session: 's', sequence: number },
  });
  const stored = (ids, contents) => {
    for (const [index, id] of ids.entries()) records.set(id, contents[index]);
    return { ids };
  };

  const works = {
    async store(begin) {
      const content = text();
      begin({ stored: [content] });
      const { id } = await scope.store(input(content), { onConflict: 'keepBoth' });
      return stored([id], [content]);
    },
    async storeMany(begin) {
      const contents = Array.from({ length: 5 }, text);
      begin({ stored: contents });
      const results = await scope.storeMany(contents.map(input), { onConflict: 'keepBoth' });
      const ids = results.map(({ id }) => id);
      return stored(ids, contents);
    },
    async append(begin) {
      const session = `talk ${Math.floor(random() * 3)}`;
      const contents = Array.from({ length: 3 }, text);
      begin({ stored: contents });
      const turns = contents.map((content) => ({ content }));
      const { ids } = await scope.episodes.append(turns, { session });
      sessions.set(session, [...(sessions.get(session) ?? []), ...ids]);
      return stored(ids, contents);
    },
    async eraseSession(begin) {
      const session = pick([...sessions.keys()]);
      if (session === undefined) return;
      const forgotten = sessions.get(session).filter((id) => records.has(id));
      begin({ forgotten });
      await scope.sessions.erase(session);
      sessions.delete(session);
      for (const id of forgotten) records.delete(id);
    },
    async update(begin) {
      const id = pick([...records.keys()]);
      if (id === undefined) return;
      const content = text();
      begin({ updated: { id, content } });
      await scope.update(id, { content });
      records.set(id, content);
    },
    async delete(begin) {
      const id = pick([...records.keys()]);
      if (id === undefined) return;
      begin({ deleted: id });
      await scope.delete(id);
      records.delete(id);
    },
    async write(begin) {
      const path = `/${Math.floor(random() * 3)}`;
      const content = `${text()}\n`.repeat(20);
      begin({ path, content });
      const { document } = await store.write({ path, content });
      const before = documents.get(path)?.versionId;
      documents.set(path, { versionId: document.versionId, before });
    },
    async redact(begin) {
      const head = pick([...documents.values()].filter(({ before }) => before !== undefined));
      if (head === undefined) return;
      begin({ redacted: head.before });
      await store.redact(head.before);
      head.before = undefined;
    },
    async erase(begin) {
      begin({ erased: true });
      await scope.erase();
    },
  };

  return (begin) => {
    if (aim === 'erase' && number > 12) return works.erase(begin);
    const chance = random();
    const wanted = Object.keys(chances).find((kind) => chance < chances[kind]);
    return works[aim === 'redact' && number > 12 && chance < 0.5 ? 'redact' : wanted](begin);
  };
}
