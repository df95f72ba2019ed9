import { afterAll, expect, it } from 'vitest';
import { say, startScriptedServer } from '../../packages/agent/test/support/scripted-server.ts';
import { ExampleRun } from './example.ts';

const example = new ExampleRun();
afterAll(() => example.remove());

it('the plain call has the same cached profile in its system prompt for any question', async () => {
  const api = await startScriptedServer(() => say('Green\u001b]52;c;eA==\u0007 tea.'));
  const env = { ANTHROPIC_API_KEY: 'test', ANTHROPIC_BASE_URL: api.baseURL };
  expect(
    await example.run('prefetch/prefetch.mjs', { argv: ['Which tea does Ada prefer?'], env }),
  ).toBe('Green]52;c;eA== tea.\n');
  await example.run('prefetch/prefetch.mjs', { argv: ['How fast do glaciers move?'], env });
  const [asked, other] = api.requests.map(({ body }) => body.system);
  const profile = expect.stringContaining(
    '- [user_preference] Ada prefers green tea (importance: 5)',
  );
  const blocks = [
    { text: 'You help Ada shop.' },
    { text: profile, cache_control: { type: 'ephemeral' } },
    { text: '</memories>' },
  ];
  expect(asked).toMatchObject(blocks);
  expect(other).toMatchObject(blocks);
  await api.close();
});
