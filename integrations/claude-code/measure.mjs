#!/usr/bin/env node
// How long a prompt's hook takes, beside an empty run of Node: `node measure.mjs [ROUNDS]`. Needs `mneme` on the PATH.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const rounds = Number(process.argv[2] ?? 20);
const folder = mkdtempSync(join(tmpdir(), 'mneme-hook-'));
const env = {
  ...process.env,
  MNEME_DB: join(folder, 'mneme.db'),
  CLAUDE_PLUGIN_DATA: folder,
  CLAUDE_PROJECT_DIR: folder,
};
const hook = join(import.meta.dirname, 'hooks/run.sh');
const event = { hook_event_name: 'UserPromptSubmit', prompt: 'Which branch do we deploy from?' };

function run(command, argv, input) {
  const started = performance.now();
  const { status, stderr } = spawnSync(command, argv, { env, input, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`);
  return performance.now() - started;
}

run('mneme', ['store', 'We deploy from the branch "live"', '--project', folder]);
const times = { node: [], hook: [] };
for (let round = 0; round < rounds; round++) {
  times.node.push(run(process.execPath, ['-e', '0']));
  times.hook.push(run('sh', [hook], JSON.stringify(event)));
}
for (const [name, all] of Object.entries(times)) {
  all.sort((one, other) => one - other);
  const at = (share) => Math.round(all[Math.floor(share * (all.length - 1))]);
  console.log(`${name}: median ${at(0.5)} ms, p90 ${at(0.9)} ms`);
}
rmSync(folder, { recursive: true });
