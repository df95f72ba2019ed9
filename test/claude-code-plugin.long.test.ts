import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installBuilt } from './built-packages.ts';
import { ended, mneme, repositoryRoot, Workplace } from './cli/mneme.ts';
import { installedProgram } from './mcp/installed-program.ts';
import { type Asked, ScriptedModel } from './mcp/scripted-model.ts';

const claude =
  process.platform === 'linux' && process.arch === 'x64'
    ? installedProgram('@anthropic-ai/claude-agent-sdk-linux-x64', '0.3.330')
    : undefined;
const plugin = join(repositoryRoot, 'integrations/claude-code');
const place = new Workplace();
afterAll(() => place.remove());

/** Claude Code with the plugin in a project's folder. Its model is a script. */
describe.skipIf(claude === undefined)('the plugin in Claude Code, the real program', () => {
  const program = join(claude as string, 'claude');
  const home = place.path('home');
  const bin = place.path('bin');
  const db = place.path('mneme.db');

  beforeAll(() => {
    // The command as it is installed: built, and on the PATH.
    installBuilt(place.path('installed'));
    mkdirSync(bin);
    for (const folder of [home, place.path('shop/.git'), place.path('shop/cart')])
      mkdirSync(folder, { recursive: true });
    const command = place.path('installed/node_modules/@mneme/cli/dist/bin.js');
    writeFileSync(join(bin, 'mneme'), `#!/bin/sh\nexec "${process.execPath}" "${command}" "$@"\n`);
    chmodSync(join(bin, 'mneme'), 0o755);
  }, 600_000);

  async function run(prompt: string, { says = 'done', cwd = 'shop', path = bin } = {}) {
    const model = new ScriptedModel(() => ({ type: 'text', text: says }));
    const url = await model.start();
    const child = spawn(program, ['-p', prompt, '--plugin-dir', plugin], {
      cwd: place.path(cwd),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: `${path}:/usr/bin:/bin`,
        HOME: home,
        MNEME_DB: db,
        ANTHROPIC_BASE_URL: url,
        ANTHROPIC_API_KEY: 'none',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        IS_SANDBOX: '1',
      },
    });
    const { code, stdout, stderr } = await ended(child);
    model.stop();
    expect([code, stdout.trim()], stderr).toEqual([0, says]);
    return JSON.stringify((model.asked.at(-1) as Asked).messages);
  }

  const json = <T>(...argv: string[]) => place.json<T>(mneme`${argv} --db ${db}`);
  const project = ['--project', place.path('shop')];

  it('is valid for the program', () => {
    const given = { env: { HOME: home }, encoding: 'utf8' } as const;
    for (const folder of [plugin, repositoryRoot])
      expect(execFileSync(program, ['plugin', 'validate', folder], given)).toContain(
        'Validation passed',
      );
  });

  it('stores what was said, and recalls it in the next session if it is relevant', async () => {
    const first = await run('We deploy the shop with Kamal from the branch "live".', {
      says: 'Noted: the database migration of the shop runs before Kamal.',
    });
    expect(first).not.toContain('hook additional context');
    const { memories } = await json<{ memories: { content: string; source: object }[] }>(
      'list',
      ...project,
    );
    expect(memories.map(({ content }) => content)).toEqual(
      expect.arrayContaining([
        'We deploy the shop with Kamal from the branch "live".',
        'Noted: the database migration of the shop runs before Kamal.',
      ]),
    );
    const second = await run('How do we deploy the shop?', { cwd: 'shop/cart' });
    expect(second).toContain('UserPromptSubmit hook additional context');
    expect(second).toContain('with Kamal from the branch');
    // The profile comes with the session; a greeting gets nothing beside it.
    expect(await run('Hello!')).not.toContain('UserPromptSubmit hook additional context');
  });

  it('adds the facts of the project to each of its sessions, and to no other project', async () => {
    await json(
      'store',
      'Commit messages of this project are in German',
      '--importance',
      '5',
      ...project,
    );
    expect(await run('Hello!')).toContain('Commit messages of this project are in German');
    mkdirSync(place.path('other/.git'), { recursive: true });
    expect(await run('How do we deploy the shop?', { cwd: 'other' })).not.toMatch(/Kamal|German/);
  });

  it('blocks no session if the command is missing or the memory is damaged', async () => {
    await run('Hello!', { path: place.path('nowhere') });
    writeFileSync(place.path('damaged.db'), 'no database');
    const event = JSON.stringify({ hook_event_name: 'SessionStart' });
    const hook = ['mcp', 'hook', 'claude-code', '--db', place.path('damaged.db')];
    const { code, stdout } = await place.run(hook, { stdin: event });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ systemMessage: expect.stringContaining('damaged.db') });
  });
});
