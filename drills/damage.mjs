import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compiled } from './drill.mjs';
import { answersOf, live, openLife } from './support/damaged-life.mjs';

const reader = fileURLToPath(new URL('./support/damage-reader.mjs', import.meta.url));
/** Longer than any question takes. */
const longestMs = 120_000;

/** @type {import('./drill.mjs').Drill} */
export const damage = {
  name: 'damage',
  promise: 'Damage is reported',
  rounds: 216,
  few: 18,
  seen: ['refused to open', 'right'],
  async run({ rounds, seed, folder, progress }) {
    await prepare(folder);
    const figures = {
      damages: 0,
      'refused to open': 0,
      refused: 0,
      right: 0,
      wrong: 0,
      raw: 0,
      'crashes and hangs': 0,
    };
    const broken = [];
    for (let from = 0; from < rounds; ) {
      const { last, ended } = await readDamaged({
        folder,
        from,
        rounds,
        seed,
        figures,
        broken,
        progress,
      });
      figures.damages += last - from + 1;
      if (!ended) {
        figures['crashes and hangs'] += 1;
        broken.push(`round ${last}: the process ended or hung`);
      }
      from = last + 1;
    }
    return { figures, broken };
  },
};

/** A closed file, one as a killed process leaves it, and the right answers. */
async function prepare(folder) {
  const path = join(folder, 'killed.db');
  const life = await openLife(path);
  await live(life, {
    async half() {
      // Earlier removals are settled, so that some of the memory is in the file and the rest in its log.
      await life.backend.remains({ wait: true });
      copyFileSync(path, join(folder, 'closed.db-old'));
    },
  });
  const questions = await answersOf(life);
  const truth = await answersOf(life, questions);
  writeFileSync(join(folder, 'truth.json'), JSON.stringify(truth));
  const open = join(folder, 'open.db');
  for (const ending of ['', '-wal', '-shm']) copyFileSync(path + ending, open + ending);
  await life.memory.close();
  copyFileSync(path, join(folder, 'closed.db'));
  for (const ending of ['', '-wal', '-shm']) copyFileSync(open + ending, path + ending);
}

/** Reads in a separate process, because a damaged file must not end this one. */
async function readDamaged({ folder, from, rounds, seed, figures, broken, progress }) {
  const child = spawn(process.execPath, [reader, folder, ...[from, rounds, seed].map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { NODE_COMPILE_CACHE: compiled, ...process.env },
  });
  let last = from;
  let ended = false;
  let name = '';
  let rest = '';
  let timer = setTimeout(() => child.kill('SIGKILL'), longestMs);
  const take = ([kind, ...said]) => {
    if (kind === 'end') ended = true;
    else if (kind === 'round') {
      [last, name] = said;
      progress(last);
    } else {
      figures[kind] += 1;
      const tooMuch = kind.startsWith('refused') && name.startsWith('nothing');
      if (kind === 'wrong' || kind === 'raw' || tooMuch)
        broken.push(`round ${last}, ${name}: ${kind}: ${said.join(': ')}`);
    }
  };
  child.stdout.on('data', (chunk) => {
    clearTimeout(timer);
    timer = setTimeout(() => child.kill('SIGKILL'), longestMs);
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) take(JSON.parse(line));
  });
  await once(child, 'close');
  clearTimeout(timer);
  return { last, ended };
}
