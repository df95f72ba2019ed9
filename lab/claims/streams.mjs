import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openMemory, readLines } from '../frame.mjs';

/**
 * Conflict decisions in whole streams: the memories of DIR/NAME/memories.jsonl are stored in order, as facts and not as
 * turns, with the default policy and with keepBoth, and the queries of queries.jsonl are asked.
 */
export async function main(args) {
  const { values: options } = parseArgs({
    args,
    options: {
      sets: { type: 'string' },
      names: { type: 'string' },
      most: { type: 'string', default: 'Infinity' },
      list: { type: 'string', default: '0' },
    },
  });
  if (options.sets === undefined) throw new Error('streams: give --sets FOLDER');
  const most = Number(options.most);
  const rows = {};
  for (const name of options.names?.split(',') ?? readdirSync(options.sets)) {
    const set = join(options.sets, name);
    const stream = await runStream(set, { most });
    const both = await runStream(set, { most, onConflict: 'keepBoth' });
    const { confirmed = 0, superseded = 0, contested = 0 } = stream.counts;
    rows[name] = {
      stores: stream.stores,
      confirmed,
      superseded,
      contested: `${contested} ${((100 * contested) / stream.stores).toFixed(1)}%`,
      ...(stream.judged && {
        wrong: `${stream.wrong} ${((100 * stream.wrong) / stream.stores).toFixed(1)}%`,
      }),
      ...(stream.later !== undefined && {
        'later first': `${stream.later.toFixed(3)} (${both.later.toFixed(3)})`,
      }),
      'R@10': stream.recall.toFixed(4),
      keepBoth: both.recall.toFixed(4),
      difference: (stream.recall - both.recall).toFixed(4),
      'ms a store': `${stream.msPerStore.toFixed(2)} (${both.msPerStore.toFixed(2)})`,
    };
    for (const kind of ['superseded', 'confirmed', 'contested'])
      for (const { reason, stored, incoming } of stream.decided
        .filter((one) => one.kind === kind && one.stored?.trim() !== one.incoming.trim())
        .slice(0, Number(options.list)))
        console.log(`${name}: ${kind} (${reason})\n  ${stored}\n  ${incoming}`);
  }
  console.table(rows);
}

/** How each memory of a set was decided, with both texts, and R@10 under a policy. */
async function runStream(folder, { onConflict, most }) {
  const memories = readLines(join(folder, 'memories.jsonl')).slice(0, most);
  const known = new Set(memories.map(({ id }) => id));
  const queries = readLines(join(folder, 'queries.jsonl')).filter(
    ({ type, relevant, earlier = [] }) =>
      type !== 'adversarial' &&
      relevant.length > 0 &&
      [...relevant, ...earlier].every((id) => known.has(id)),
  );
  let time = '2020-01-01T00:00:00.000Z';
  const memory = await openMemory({
    clock: () => new Date(time),
    secrets: 'allow',
  });
  const counts = {};
  const decided = [];
  const recordOf = new Map();
  let [milliseconds, wrong] = [0, 0];
  for (const scope of new Set(memories.map((one) => one.scope))) {
    const own = memories.filter((one) => one.scope === scope);
    const textOf = new Map();
    for (const { id, text, speaker, time: said, subject, relation } of own) {
      time = said ?? time;
      const started = performance.now();
      const result = await memory.scope(scope).store(
        {
          content: text,
          source: speaker === undefined ? {} : { speaker },
        },
        { onConflict },
      );
      milliseconds += performance.now() - started;
      recordOf.set(id, result.id);
      const kind = result.outcome === 'created' && result.contests ? 'contested' : result.outcome;
      counts[kind] = (counts[kind] ?? 0) + 1;
      const others =
        result.superseded ?? result.contests ?? (kind === 'confirmed' ? [result.id] : []);
      for (const other of others)
        decided.push({
          kind,
          reason: result.reason,
          stored: textOf.get(other)?.text,
          incoming: text,
        });
      const isOther = (other) => {
        const stored = textOf.get(other);
        return stored?.subject !== subject || stored?.relation !== relation;
      };
      if (others.some(isOther)) wrong++;
      if (kind !== 'confirmed') textOf.set(result.id, { text, subject, relation });
    }
  }
  time = '2030-01-01T00:00:00.000Z';
  let recall = 0;
  const orders = [];
  for (const { scope, text, relevant, earlier = [] } of queries) {
    const found = await memory.scope(scope).retrieve(text.slice(0, 4000), { limit: 10 });
    const ids = found.memories.map(({ id }) => id);
    const placeOf = (some) => {
      const records = some.map((id) => recordOf.get(id));
      const place = ids.findIndex((id) => records.includes(id));
      return place < 0 ? Number.POSITIVE_INFINITY : place;
    };
    recall += relevant.filter((id) => ids.includes(recordOf.get(id))).length / relevant.length;
    if (earlier.length > 0) orders.push(placeOf(relevant) < placeOf(earlier));
  }
  await memory.close();
  return {
    counts,
    decided,
    judged: memories.some(({ relation }) => relation !== undefined),
    wrong,
    later: orders.length === 0 ? undefined : orders.filter(Boolean).length / orders.length,
    stores: memories.length,
    recall: recall / queries.length,
    msPerStore: milliseconds / memories.length,
  };
}
