import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { mneme, repositoryRoot, Workplace } from './mneme.ts';

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

it('the start of a session stores what the sessions before could not store, once', async () => {
  const said = (sessionId: string, content: string) =>
    JSON.stringify({
      type: 'user',
      uuid: `${sessionId}-1`,
      sessionId,
      message: { role: 'user', content },
      timestamp: '2026-05-01T10:00:00Z',
    });
  mkdirSync(place.path('cut'));
  place.write('cut/s1.jsonl', [said('s1', 'The harbour licence expires on 3 March 2027.')]);
  const own = place.write('cut/s2.jsonl', [said('s2', 'Hello again.')]);
  const stdin = JSON.stringify({ hook_event_name: 'SessionStart', transcript_path: own });
  for (const _ of ['first', 'again']) {
    const argv = mneme`mcp hook claude-code catch-up --db cut.db --scope ada`;
    expect(await place.run(argv, { stdin })).toMatchObject({ code: 0, stdout: '', stderr: '' });
  }
  const { memories } = await place.json<{ memories: { content: string; kind: string }[] }>(
    mneme`list --db cut.db --scope ada`,
  );
  expect(memories.filter(({ kind }) => kind === 'episode').map(({ content }) => content)).toEqual([
    'The harbour licence expires on 3 March 2027.',
  ]);
});

describe.skipIf(process.platform === 'win32')('the script of the plugin', () => {
  const script = join(repositoryRoot, 'integrations/claude-code/hooks/run.sh');
  const event = JSON.stringify({ hook_event_name: 'SessionEnd', transcript_path: "/tmp/it's" });

  /** A command that writes what it gets when somebody opens the gate. */
  function installed(): { gate: string; called: string; env: Record<string, string> } {
    const [gate, called] = [place.path('gate'), place.path('called')];
    for (const path of [gate, called]) execFileSync('mkfifo', [path]);
    mkdirSync(place.path('bin'));
    const command = place.write('bin/mneme', [
      '#!/bin/sh',
      'event=$(cat)',
      `read -r _ < "${gate}"`,
      `printf '%s\\n' "$*" "$event" > "${called}"`,
    ]);
    chmodSync(command, 0o755);
    return { gate, called, env: { PATH: `${place.path('bin')}:/usr/bin:/bin` } };
  }

  it('ends at once at the end of a session, and the command gets the event and goes on', () => {
    const { gate, called, env } = installed();
    const ran = spawnSync('sh', [script, 'end'], { env, input: event, timeout: 60_000 });
    expect(ran).toMatchObject({ status: 0, signal: null });
    writeFileSync(gate, '\n');
    expect(readFileSync(called, 'utf8')).toBe(`mcp hook claude-code --project .\n${event}\n`);
  });
});
