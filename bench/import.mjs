/** `mneme import` of many lines: processor time a line, and whether its memory grows with the file. Linux alone tells both. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { random, row, textMaker } from './support.mjs';

const command = fileURLToPath(new URL('../packages/cli/src/bin.ts', import.meta.url));
const ticksASecond = 100;

export async function run({ small = false } = {}) {
  if (!existsSync('/proc/self/stat')) return console.log('Left out: there is no /proc here.');
  const count = small ? 8000 : 200_000;
  const folder = mkdtempSync(join(tmpdir(), 'mneme-import-'));
  try {
    await imports(folder, { name: 'facts', count, line: (id, content) => ({ id, content }) });
    await imports(folder, {
      name: 'turns in sessions of 40',
      count,
      line: (id, content) => ({
        ...{ content, kind: 'episode', speaker: id % 2 ? 'Ada' : 'Ben' },
        ...{ session: `s${Math.floor(id / 40)}`, sequence: id % 40 },
      }),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function imports(folder, { name, count, line }) {
  const text = textMaker(random(3));
  const file = join(folder, 'lines.jsonl');
  const lines = Array.from({ length: count }, (_, id) => JSON.stringify(line(id, text())));
  writeFileSync(file, lines.join('\n'));
  const db = join(folder, `${name}.db`);
  const args = [command, 'import', file, '--db', db, '--scope', 'ada', '--progress'];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  const quarters = [0.25, 0.5, 0.75, 0.98].map((share) => share * count);
  const resident = [];
  let seconds = 0;
  for await (const told of createInterface(child.stderr)) {
    const done = Number.parseInt(told, 10);
    if (!(done >= quarters[resident.length])) continue;
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'));
    const times = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(' ');
    resident.push(`${Math.round(kilobytes / 1024)} at ${done}`);
    seconds = (Number(times[13]) + Number(times[14])) / ticksASecond;
  }
  await ended;
  row(
    `import of ${count} ${name}: processor time a line, resident memory in MiB`,
    `${((seconds / count) * 1000).toFixed(2)} ms; ${resident.join(', ')}`,
    'flat',
  );
}
