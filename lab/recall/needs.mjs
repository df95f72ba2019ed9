import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { recallLimits } from '../../packages/core/src/recall/limits.ts';
import { mean, openMemory, setLimits } from '../frame.mjs';

/**
 * What a recall returns for messages that need no memory: nothing is right for `easy` ones, and for `hard` ones, which
 * are about the user's topics; and for those that need one (`there`: the turn with the answer). --set LIMIT=VALUE tries
 * a limit.
 */
export async function main(args) {
  const { values: options } = parseArgs({
    args,
    options: { set: { type: 'string', multiple: true, default: [] } },
  });
  setLimits(recallLimits, options.set);
  const { turns, needs, easy, hard } = sections('needs.en.txt');
  const memory = await openMemory({ clock: () => new Date('2026-07-01T12:00:00.000Z') });
  const scope = memory.scope('user');
  for (let start = 0; start < turns.length; start += 6)
    await scope.episodes.append(
      turns.slice(start, start + 6).map((line) => {
        const [speaker, content] = line.split(/: (.*)/);
        return { speaker, content };
      }),
      { session: `day ${start / 6}`, actor: 'lab' },
    );
  const shown = async (message) => {
    const { facts, passages, profile } = await scope.recall(message, { profileShare: 0 });
    return [...profile, ...facts, ...passages.flatMap((passage) => passage.turns)];
  };
  const silent = async (messages) => {
    const found = await Promise.all(messages.map(shown));
    return mean(found.map((lines) => lines.length === 0));
  };
  const there = await Promise.all(
    needs.map(async (line) => {
      const [message, evidence] = line.split(' | ');
      return (await shown(message)).some(({ content }) => content.includes(evidence));
    }),
  );
  console.table({
    there: { messages: needs.length, share: mean(there) },
    'easy silent': { messages: easy.length, share: await silent(easy) },
    'hard silent': { messages: hard.length, share: await silent(hard) },
  });
  await memory.close();
}

/** The lines of a file below each of its headings. */
function sections(file) {
  const text = readFileSync(join(import.meta.dirname, 'data', file), 'utf8');
  return Object.fromEntries(
    text
      .split(/^# /m)
      .slice(1)
      .map((part) => part.trim().split('\n'))
      .map(([name, ...lines]) => [name, lines]),
  );
}
