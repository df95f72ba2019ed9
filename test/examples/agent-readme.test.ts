import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  call,
  type ScriptedServer,
  say,
  startScriptedServer,
} from '../../packages/agent/test/support/scripted-server.ts';
import { ExampleRun } from './example.ts';

const readme = readFileSync(new URL('../../packages/agent/README.md', import.meta.url), 'utf8');
const programs = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map((match) => match[1] as string);

const example = new ExampleRun();
// Beside an example, where its packages are found.
const folder = fileURLToPath(new URL('../../examples/chatbot/from-readme/', import.meta.url));
let server: ScriptedServer;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  server = await startScriptedServer(({ body, seen }) => {
    const last = JSON.stringify(seen.at(-1));
    if (last.includes('Remember')) {
      const input = {
        content: 'Ada prefers green tea',
        category: 'user_preference',
        importance: 5,
      };
      return call([{ name: 'memory_store', input }]);
    }
    if (last.includes('tool_result')) return say('Noted.');
    return say(
      JSON.stringify(body.system ?? '').includes('green tea') ? 'Green tea.' : 'Who knows?',
    );
  });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  example.remove();
  await server.close();
});

it.each([
  ['memoryTools', 'Noted.\n'],
  ['prefetch', 'Green tea.\n'],
  ['createMemoryAgent', 'Green tea.\n'],
])('the program for %s runs as it stands in the README', async (name, output) => {
  const program = programs.find((text) => text.includes(`import { ${name} }`)) ?? '';
  expect(program.trim().split('\n').length).toBe(10);
  writeFileSync(join(folder, `${name}.mjs`), program);
  const env = { ANTHROPIC_API_KEY: 'test', ANTHROPIC_BASE_URL: server.baseURL };
  expect(await example.run(`chatbot/from-readme/${name}.mjs`, { env })).toBe(output);
});
