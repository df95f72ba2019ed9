/** `mneme import` of many lines: processor time a line, and whether its memory grows with the file. Only Linux says both. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { folder, row, scaled, texts } from './frame.mjs';

const command = fileURLToPath(new URL('../../packages/cli/src/bin.ts', import.meta.url));
const ticksASecond = 100;
const turnOf = (id) => ({
  ...{ kind: 'episode', speaker: id % 2 ? 'Ada' : 'Ben' },
  ...{ session: `s${Math.floor(id / 40)}`, sequence: id % 40 },
});

export async function run() {
  if (!existsSync('/proc/self/stat')) return console.log('Left out: there is no /proc here.');
  await imports('facts', () => ({}));
  await imports('turns in sessions of 40', turnOf);
}

async function imports(name, fieldsOf) {
  const count = scaled(200_000);
  const file = join(folder, 'lines.jsonl');
  const lineOf = (content, id) => JSON.stringify({ id, content, ...fieldsOf(id) });
  writeFileSync(file, texts(count, 3).map(lineOf).join('\n'));
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
  for await (const progress of createInterface(child.stderr)) {
    const done = Number.parseInt(progress, 10);
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
