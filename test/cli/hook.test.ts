import { afterAll, expect, it } from 'vitest';
import { mneme, Workplace } from './mneme.ts';

const place = new Workplace();
afterAll(() => place.remove());

it('a hook of Claude Code stores the turns of a transcript with their secrets masked', async () => {
  const content = `The sync is on Monday. My password is ${['Tr0ub4dor', '&3x'].join('')}.`;
  const line = { type: 'user', sessionId: 's1', message: { role: 'user', content } };
  const transcript = place.write('s1.jsonl', [
    JSON.stringify({ ...line, timestamp: '2026-05-01T10:00:00Z' }),
  ]);
  const stdin = JSON.stringify({ hook_event_name: 'Stop', transcript_path: transcript });
  const ran = await place.run(mneme`mcp hook claude-code --db hook.db --scope ada`, { stdin });
  expect(ran).toMatchObject({ code: 0, stdout: '', stderr: '' });
  const { stdout } = await place.run(mneme`list --db hook.db --scope ada --json`);
  expect(stdout).toContain('The sync is on Monday.');
  expect(stdout).not.toContain('Tr0ub4dor');
});
