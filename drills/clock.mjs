import { join } from 'node:path';
import { pages } from '@mneme/core/contract';
import { randomFrom } from '../tools/random.mjs';
import { faultsOf, openPlace } from './drill.mjs';

const hourMs = 3_600_000;
const steps = [-24 * hourMs, -hourMs, -1, 0, 1, hourMs, 24 * hourMs];
const towns = 'Berlin Porto Lagos Oslo Rome Lima Quito Cairo Delhi Turin'.split(' ');

/** @type {import('./drill.mjs').Drill} */
export const clock = {
  name: 'clock',
  promise: 'The order of writes decides, not the clock',
  rounds: 300,
  few: 20,
  seen: ['back in time'],
  async run({ rounds, seed, folder, progress }) {
    const random = randomFrom(seed);
    const pick = (list) => list[Math.floor(random() * list.length)];
    let now = Date.parse('2026-03-01T12:00:00Z');
    const { backend, memory } = await openPlace(join(folder, 'memory.db'), {
      durability: 'normal',
      clock: () => new Date(now),
    });
    const ada = memory.scope('ada');
    const store = await ada.stores.open('notes', { create: true });
    const figures = {
      'steps of the clock': 0,
      'back in time': 0,
      'ids given': 0,
      'pages read': 0,
      'questions about expiry': 0,
    };
    const broken = [];
    const ids = new Set();
    const expiring = [];
    let last;
    const isNew = (id) => {
      if (ids.has(id)) broken.push(`the id ${id} was given twice`);
      ids.add(id);
    };
    for (let round = 0; round < rounds; round++) {
      const step = pick(steps);
      now += step;
      figures['steps of the clock'] += 1;
      if (step < 0) figures['back in time'] += 1;

      const content = `I live in ${pick(towns.filter((town) => town !== last?.town))}`;
      const { id } = await ada.store({ content, tags: ['home'] });
      last = { town: content.slice(10), content };
      isNew(id);
      const current = (await ada.list({ tags: ['home'] })).memories;
      if (current.length !== 1 || current[0].content !== content)
        broken.push(
          `round ${round}: ${JSON.stringify(current.map(({ content }) => content))} is current, and ${content} was said last`,
        );

      const left = Math.floor(random() * 48 - 12) * hourMs + hourMs / 2;
      const expiresAt = new Date(now + Math.max(left, 1)).toISOString();
      const short = await ada.store(
        { content: `Parcel ${round} waits`, expiresAt },
        { onConflict: 'keepBoth' },
      );
      isNew(short.id);
      expiring.push({ id: short.id, expiresAt });
      for (const each of expiring.slice(-10)) {
        const isThere = (await ada.get(each.id)) !== undefined;
        figures['questions about expiry'] += 1;
        if (isThere !== each.expiresAt > new Date(now).toISOString())
          broken.push(`round ${round}: ${each.id} expires at ${each.expiresAt}`);
      }

      const { document } = await store.write({ path: '/log', content: `line ${round}` });
      isNew(document.versionId);
      if ((await store.read('/log')).content !== `line ${round}`)
        broken.push(`round ${round}: the document is not what was written last`);
      if (round % 10 === 9)
        await readPages({ ada, store, figures, broken, pause: () => (now += pick(steps)) });
    }
    const { versions } = await store.versions({ limit: 1000 });
    const numbers = versions.map(({ number }) => number);
    if (numbers.some((number, index) => number !== numbers.length - index))
      broken.push('the versions are not in the order of the writes');
    broken.push(...(await faultsOf(backend)));
    figures['ids given'] = ids.size;
    await memory.close();
    progress(rounds);
    return { figures, broken };
  },
};

/** Page by page, with clock steps in between, compared with all at once. */
async function readPages({ ada, store, figures, broken, pause }) {
  const lists = {
    memories: (page) => ada.list({ ...page, tags: ['home'], includeSuperseded: true }),
    versions: (page) => store.versions(page),
  };
  for (const [name, list] of Object.entries(lists)) {
    const seen = [];
    const cursors = new Set();
    for await (const page of pages((cursor) => list({ limit: 7, cursor }))) {
      seen.push(...page[name].map(({ id }) => id));
      figures['pages read'] += 1;
      if (page.nextCursor === undefined) break;
      if (cursors.has(page.nextCursor)) broken.push(`a cursor of ${name} came twice`);
      cursors.add(page.nextCursor);
      pause();
    }
    const all = (await list({ limit: 1000 }))[name].map(({ id }) => id);
    if (JSON.stringify(seen) !== JSON.stringify(all))
      broken.push(`the pages of ${name} are not the list`);
  }
}
