/** A small memory with every kind of content, and questions to ask of a damaged store of it. */
import { randomFrom } from '../../tools/random.mjs';
import { openPlace } from '../drill.mjs';

const nouns = 'harbour ship river plan budget server deadline coffee garden train'.split(' ');
const verbs = 'likes moved built sold needs fears paints keeps'.split(' ');

/** Its clock is fixed, so that the same question has the same answer. */
export async function openLife(path) {
  const clock = { now: Date.parse('2026-03-02T12:00:00Z'), stepMs: 0 };
  const opened = await openPlace(path, {
    busyTimeoutMs: 2000,
    clock() {
      clock.now += clock.stepMs;
      return new Date(clock.now);
    },
  });
  return { ...opened, clock };
}

/** Fills an empty store. `half` is called halfway. */
export async function live({ memory, clock }, { half = async () => {} } = {}) {
  const now = clock.now;
  Object.assign(clock, { now: now - 86_400_000, stepMs: 1000 });
  const random = randomFrom(7);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const sentence = (number) =>
    `Person ${number} ${pick(verbs)} the ${pick(nouns)} of ${pick(nouns)} ${number}`;
  for (const name of ['ada', 'bob']) {
    const scope = memory.scope(name);
    const inputs = Array.from({ length: 60 }, (_, number) => ({
      content: sentence(number),
      kind: 'episode',
      tags: [`t${number % 4}`],
      metadata: { number, project: pick(nouns) },
      source: { session: `s${number % 5}`, sequence: number, speaker: pick(['Ada', 'Bob']) },
      importance: 1 + (number % 5),
    }));
    const results = await scope.storeMany(inputs, { onConflict: 'keepBoth' });
    for (const { id } of results.slice(0, 6)) await scope.update(id, { content: sentence(id[0]) });
    for (const { id } of results.slice(6, 9)) await scope.delete(id);
    const store = await scope.stores.open('notes', { create: true });
    for (let number = 0; number < 8; number++) {
      const path = `/folder/${number}`;
      await store.write({ path, content: `${sentence(number)}\n`.repeat(30) });
      await store.write({ path, content: `${sentence(number)}!\n`.repeat(30) });
    }
    if (name === 'ada') await half();
  }
  Object.assign(clock, { now, stepMs: 0 });
}

const changing = 'lastAccessedAt accessCount lastReadAt tookMs timings pendingSince bytes'.split(
  ' ',
);

/** An answer as JSON has it, without what reading changes. */
export function said(value) {
  const steady = (key, inner) => (changing.includes(key) ? undefined : inner);
  return JSON.parse(JSON.stringify(value, steady));
}

/** Each question by its name. Questions about records of the original use their ids. */
export function questions({ memory, backend }, truth) {
  const asked = {
    scopes: () => memory.scopes(),
    stats: () => memory.stats(),
    audit: () => memory.audit({ limit: 1000 }),
    ...(backend.checkAudit === undefined ? {} : { chain: () => backend.checkAudit({}) }),
  };
  for (const name of ['ada', 'bob']) {
    const scope = memory.scope(name);
    const store = scope.stores.open('notes');
    store.catch(() => {});
    const ids = truth?.[`${name} list`]?.memories.map(({ id }) => id) ?? [];
    const versions = truth?.[`${name} versions`]?.versions.map(({ id }) => id) ?? [];
    Object.assign(asked, {
      [`${name} list`]: () => scope.list({ limit: 1000, includeSuperseded: true }),
      [`${name} important`]: () => scope.list({ limit: 20, order: 'importance' }),
      [`${name} tagged`]: () => scope.list({ limit: 100, tags: ['t1'] }),
      [`${name} stats`]: () => scope.stats(),
      [`${name} stores`]: () => scope.stores.list(),
      [`${name} documents`]: async () => (await store).list({ depth: 0, withContent: true }),
      [`${name} versions`]: async () => (await store).versions({ limit: 1000, withContent: true }),
      [`${name} search`]: async () => (await store).search('the harbour of plan'),
    });
    for (const noun of nouns)
      asked[`${name} retrieve ${noun}`] = () =>
        scope.retrieve(`who has the ${noun}`, { limit: 20 });
    asked[`${name} where`] = () =>
      scope.retrieve('harbour', { where: { 'metadata.project': 'ship' }, limit: 20 });
    for (const id of ids) asked[`${name} get ${id}`] = () => scope.get(id);
    for (const id of ids.slice(0, 12)) asked[`${name} history ${id}`] = () => scope.history(id);
    for (let number = 0; number < 8; number++)
      asked[`${name} read ${number}`] = async () => (await store).read(`/folder/${number}`);
    for (const id of versions)
      asked[`${name} version ${id}`] = async () => (await store).version(id);
  }
  return asked;
}

export async function answersOf(life, truth) {
  const answers = {};
  for (const [name, ask] of Object.entries(questions(life, truth)))
    answers[name] = said(await ask());
  return answers;
}
