import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { mean, openMemory, readLines } from '../frame.mjs';

/**
 * Conflict decisions in whole streams: the memories of FOLDER/NAME/memories.jsonl are stored in order, as facts and not
 * as turns, with the default policy and with keepBoth (in brackets), and the queries of queries.jsonl are asked.
 */
export async function main(args) {
  const { values } = parseArgs({
    args,
    options: { sets: { type: 'string' }, names: { type: 'string' } },
  });
  if (values.sets === undefined) throw new Error('claims-streams: give --sets FOLDER');
  const rows = {};
  for (const name of values.names?.split(',') ?? readdirSync(values.sets)) {
    const set = readStream(join(values.sets, name));
    const { counts, wrong, later, recall } = await runStream(set);
    const both = await runStream(set, { onConflict: 'keepBoth' });
    const stores = set.memories.length;
    const ofStores = (count = 0) => `${count} ${((100 * count) / stores).toFixed(1)}%`;
    rows[name] = {
      stores,
      confirmed: counts.confirmed ?? 0,
      superseded: counts.superseded ?? 0,
      contested: ofStores(counts.contested),
      ...(set.isJudged && { wrong: ofStores(wrong) }),
      ...(later.length > 0 && {
        'later first': `${mean(later).toFixed(3)} (${mean(both.later).toFixed(3)})`,
      }),
      'R@10': `${mean(recall).toFixed(4)} (${mean(both.recall).toFixed(4)})`,
    };
  }
  console.table(rows);
}

/** `isJudged`: the memories say of which subject and relation they are. */
function readStream(folder) {
  const memories = readLines(join(folder, 'memories.jsonl'));
  const known = new Set(memories.map(({ id }) => id));
  const queries = readLines(join(folder, 'queries.jsonl')).filter(
    ({ type, relevant, earlier = [] }) =>
      type !== 'adversarial' &&
      relevant.length > 0 &&
      [...relevant, ...earlier].every((id) => known.has(id)),
  );
  return { memories, queries, isJudged: memories.some(({ relation }) => relation !== undefined) };
}

/**
 * `counts` of the outcomes; `wrong`: stores linked with another subject or relation; for each query, its `recall` among
 * the first ten, and whether the `later` one is found before the earlier one.
 */
async function runStream({ memories, queries }, { onConflict } = {}) {
  let time = '2020-01-01T00:00:00.000Z';
  const memory = await openMemory({ clock: () => new Date(time), secrets: 'allow' });
  const counts = {};
  const recordOf = new Map();
  let wrong = 0;
  for (const [scope, own] of Map.groupBy(memories, (one) => one.scope)) {
    const stored = new Map();
    for (const { id, text, speaker, time: said, subject, relation } of own) {
      time = said ?? time;
      const source = speaker === undefined ? {} : { speaker };
      const result = await memory.scope(scope).store({ content: text, source }, { onConflict });
      recordOf.set(id, result.id);
      const kind = result.outcome === 'created' && result.contests ? 'contested' : result.outcome;
      counts[kind] = (counts[kind] ?? 0) + 1;
      const confirmed = kind === 'confirmed' ? [result.id] : [];
      const isOther = (other) =>
        stored.get(other)?.subject !== subject || stored.get(other)?.relation !== relation;
      if ((result.superseded ?? result.contests ?? confirmed).some(isOther)) wrong++;
      if (kind !== 'confirmed') stored.set(result.id, { subject, relation });
    }
  }
  time = '2030-01-01T00:00:00.000Z';
  const [recall, later] = [[], []];
  for (const { scope, text, relevant, earlier = [] } of queries) {
    const found = await memory.scope(scope).retrieve(text.slice(0, 4000), { limit: 10 });
    const ids = found.memories.map(({ id }) => id);
    const placesOf = (some) =>
      some.map((id) => ids.indexOf(recordOf.get(id))).filter((place) => place >= 0);
    recall.push(placesOf(relevant).length / relevant.length);
    if (earlier.length > 0)
      later.push(Math.min(...placesOf(relevant)) < Math.min(...placesOf(earlier)));
  }
  await memory.close();
  return { counts, wrong, later, recall };
}
