import { parseArgs } from 'node:util';
import { openMemory, readLines } from '../frame.mjs';
import { encoder, encoderOptions } from './encoders.mjs';

/**
 * For each language, how many questions find a memory that answers them among the first five, in a scope of one person.
 * Questions mostly share no word with it. --data FILE: lines with `lang`, `memories` and `queries`.
 */
export async function main(args) {
  const { values: options } = parseArgs({
    args,
    options: {
      data: { type: 'string', multiple: true },
      ...encoderOptions,
    },
  });
  if (options.data === undefined) throw new Error('recall-languages: give --data FILE');
  const embedder = encoder(options);
  const rows = {};
  for (const { lang, memories, queries } of options.data.flatMap((file) => readLines(file))) {
    const memory = await openMemory({ embedder });
    const scope = memory.scope('person');
    const ids = [];
    for (const content of memories) ids.push((await scope.store({ content })).id);
    for (const { q, relevant } of queries) {
      const found = await scope.retrieve(q, { limit: 5 });
      const hit = found.memories.some(({ id }) => relevant.some((at) => ids[at] === id));
      for (const row of [lang, 'all']) {
        rows[row] ??= { found: 0, of: 0 };
        rows[row].found += hit ? 1 : 0;
        rows[row].of += 1;
      }
    }
    await memory.close();
  }
  console.table(rows);
}
