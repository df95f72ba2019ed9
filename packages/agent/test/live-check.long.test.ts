import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { call, type ScriptedServer, say, startScriptedServer } from './support/scripted-server.ts';

const script = fileURLToPath(new URL('../../../tools/live-check.mjs', import.meta.url));
const surroundings = { PATH: process.env.PATH, HOME: process.env.HOME };

it('the live check without a key says so and exits with 0', () => {
  const { status, stdout } = spawnSync(process.execPath, [script], {
    env: surroundings,
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  expect(stdout).toMatch(/ANTHROPIC_API_KEY is not set/);
});

it('the live check passes with a well-behaved model', async () => {
  const server: ScriptedServer = await startScriptedServer(({ seen }) => {
    const last = JSON.stringify(seen.at(-1));
    if (last.includes('Please remember')) {
      const input = {
        content: 'Ada prefers green tea over coffee',
        category: 'user_preference',
        importance: 5,
      };
      return call([{ name: 'memory_store', input }]);
    }
    return last.includes('Search your memory')
      ? call([{ name: 'memory_retrieve', input: { query: 'tea' } }])
      : say('Green tea.');
  });
  const child = spawn(process.execPath, [script], {
    env: { ...surroundings, ANTHROPIC_API_KEY: 'test', ANTHROPIC_BASE_URL: server.baseURL },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect(output.match(/^ok /gm)).toHaveLength(4);
  expect(code).toBe(0);
  await server.close();
});
