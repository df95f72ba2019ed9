import { afterAll, afterEach, describe, expect, it } from 'vitest';
import {
  call,
  type Script,
  type ScriptedServer,
  say,
  startScriptedServer,
} from '../../packages/agent/test/support/scripted-server.ts';
import { mneme, Workplace } from './mneme.ts';

const workplace = new Workplace();
afterAll(() => workplace.remove());

let server: ScriptedServer | undefined;
afterEach(() => server?.close());

async function chat(script: Script, { stdin, argv = [] }: { stdin: string; argv?: string[] }) {
  server = await startScriptedServer(script);
  return workplace.run(
    mneme`demo chat --scope ada --db ${workplace.path('ada.db')} --base-url
      ${server.baseURL} ${argv}`,
    { stdin, env: { ANTHROPIC_API_KEY: 'test' } },
  );
}

describe('mneme demo chat', () => {
  it('says how to set a missing key', async () => {
    const { code, stderr } = await workplace.run(mneme`demo chat`);
    expect(code).toBe(2);
    expect(stderr).toMatch(/ANTHROPIC_API_KEY is not set.*export ANTHROPIC_API_KEY=/);
  });

  it('streams answers, shows what is stored, and recalls it in the next chat', async () => {
    const first = await chat(
      [
        call([
          {
            name: 'memory_store',
            input: { content: 'Ada prefers green tea', category: 'user_preference', importance: 5 },
          },
        ]),
        say('Green tea, noted.'),
      ],
      { stdin: 'I prefer green tea\n' },
    );
    expect(first).toMatchObject({ code: 0, stdout: 'Green tea, noted.\n' });
    expect(first.stderr).toContain('remembered (created): Ada prefers green tea');
    expect(first.stderr).toContain('facts learned from this: 1');
    const said = await workplace.json(mneme`sessions --scope ada --db ${workplace.path('ada.db')}`);
    expect(said).toMatchObject({ sessions: [{ turns: 2 }] });
    await server!.close();

    const second = await chat([say('Green, of course.')], {
      stdin: 'Which tea does Ada prefer?\n/exit\n',
    });
    expect(second).toMatchObject({ code: 0, stdout: 'Green, of course.\n' });
    // The learned fact says the same as the stored one, so it is left out.
    expect(second.stderr).toContain('facts in the profile: 1');
    expect(JSON.stringify(server!.requests[0]!.body.system)).toContain('Ada prefers green tea');
  });

  it('removes control characters of the model and of memories, and continues after a failed turn', async () => {
    const attack = '\u001b]52;c;cm0gLXJmIH4=\u0007\u009b2J\u202e\u001b[8m';
    const stored = 'Ada prefers green tea\u202e \u009b2Jreally';
    const ran = await chat(
      [
        call([
          {
            name: 'memory_store',
            input: { content: stored, category: 'user_preference', importance: 5 },
          },
        ]),
        say(`Green${attack} tea.`),
        { status: 400, type: 'invalid_request_error', message: `no credit${attack}` },
        say('Here again.'),
      ],
      { stdin: 'I prefer green tea\nb\nc\n' },
    );
    expect(ran.code).toBe(0);
    expect(ran.stdout).toBe('Green]52;c;cm0gLXJmIH4=2J[8m tea.\nHere again.\n');
    expect(ran.stderr).toMatch(/failed: .*no credit/);
    expect(ran.stderr).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
  });

  it('prints one document with --json', async () => {
    const { stdout } = await chat([say('Hello.')], { stdin: 'hi\n', argv: ['--json'] });
    expect(JSON.parse(stdout)).toMatchObject({
      usage: { calls: 1 },
      history: [{ role: 'user', content: 'hi' }, { role: 'assistant' }],
    });
  });
});
