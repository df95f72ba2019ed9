/**
 * What a question finds where turns were appended and facts learned from them by the rules, as by default.
 *   node tools/learned-recall.mjs FOLDER [FOLDER ...]   # each with memories.jsonl and queries.jsonl, as `node lab/main.mjs eval` takes them
 *
 * `turns` and `both`: R@10 over turns alone, and with facts among the answers, where a fact counts as nothing. `facts found`: of
 * the questions whose evidence a fact rests on, those with such a fact among the first ten.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createMemory } from '../packages/core/src/index.ts';
import { staticEmbedder } from '../packages/embedders/src/index.ts';
import { sqliteBackend } from '../packages/kv-backend/src/index.ts';

console.log(
  '| | questions | turns | both | facts | facts found |\n| --- | --- | --- | --- | --- | --- |',
);
for (const folder of process.argv.slice(2)) await measure(folder);

async function measure(folder) {
  const memory = await createMemory({
    backend: sqliteBackend({ path: ':memory:' }),
    embedder: staticEmbedder(),
    secrets: 'allow',
  });
  const names = await append(memory, linesOf(folder, 'memories'));
  const resting = await factsByTurn(memory, names);
  const sums = { n: 0, turns: 0, both: 0, wanted: 0, found: 0 };
  for (const { scope, text, type, relevant } of linesOf(folder, 'queries')) {
    if (type === 'adversarial' || relevant.length === 0) continue;
    const ask = async (kinds) =>
      (await memory.scope(scope).retrieve(text, { limit: 10, kinds })).memories.map(({ id }) => id);
    const share = (ids) => {
      const shown = new Set(ids.map((id) => names.get(id)));
      return relevant.filter((name) => shown.has(name)).length / relevant.length;
    };
    const both = await ask();
    sums.n += 1;
    sums.both += share(both);
    sums.turns += share(await ask(['episode']));
    const wanted = relevant.flatMap((name) => resting.get(name) ?? []);
    sums.wanted += wanted.length > 0;
    sums.found += wanted.some((id) => both.includes(id));
  }
  await memory.close();
  const facts = new Set([...resting.values()].flat()).size;
  const mean = (sum) => (sum / sums.n).toFixed(3);
  console.log(
    `| ${basename(folder)} | ${sums.n} | ${mean(sums.turns)} | ${mean(sums.both)} | ${facts} | ${sums.found} of ${sums.wanted} |`,
  );
}

/** Session by session. Answers the names of the turns by their ids. */
async function append(memory, lines) {
  const names = new Map();
  for (const turns of Map.groupBy(lines, ({ scope, session }) => `${scope}\n${session}`).values()) {
    const [{ scope, session }] = turns;
    const said = turns.map(({ text, speaker, time, sequence }) => ({
      ...{ content: text, speaker, sequence },
      occurredAt: time,
    }));
    const { ids } = await memory.scope(scope).episodes.append(said, { session });
    for (const [at, id] of ids.entries()) names.set(id, turns[at].id);
  }
  return names;
}

async function factsByTurn(memory, names) {
  const resting = new Map();
  for (const scope of await memory.scopes()) {
    let cursor;
    do {
      const page = await memory.scope(scope).list({ kinds: ['fact'], limit: 100, cursor });
      for (const { id, evidence = [] } of page.memories)
        for (const turn of evidence)
          resting.set(names.get(turn), [...(resting.get(names.get(turn)) ?? []), id]);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
  }
  return resting;
}

function linesOf(folder, name) {
  const text = readFileSync(join(folder, `${name}.jsonl`), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}
