import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { binary, ended, Workplace } from '../cli/mneme.ts';
import { installedProgram } from './installed-program.ts';
import { type Asked, ScriptedModel, toolResults } from './scripted-model.ts';

const claude =
  process.platform === 'linux' && process.arch === 'x64'
    ? installedProgram('@anthropic-ai/claude-agent-sdk-linux-x64', '0.3.330')
    : undefined;
const place = new Workplace();
afterAll(() => place.remove());

/** One offline run of the real program. Its model is a script that calls one tool and then says so. */
async function run(prompt: string, tool: { name: string; input: object }): Promise<Asked[]> {
  const model = new ScriptedModel((asked) =>
    asked.tools?.some(({ name }) => name === tool.name) && toolResults(asked).length === 0
      ? { type: 'tool_use', ...tool }
      : { type: 'text', text: 'done' },
  );
  const url = await model.start();
  const args = [binary, 'mcp', '--db', place.path('mneme.db')];
  const config = { mcpServers: { mneme: { command: process.execPath, args } } };
  const file = place.write('mcp.json', [config]);
  const home = place.path('home');
  mkdirSync(home, { recursive: true });
  const child = spawn(
    join(claude as string, 'claude'),
    ['-p', prompt, '--mcp-config', file, '--strict-mcp-config', '--allowedTools', 'mcp__mneme'],
    {
      cwd: home,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: home,
        ANTHROPIC_BASE_URL: url,
        ANTHROPIC_API_KEY: 'none',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        IS_SANDBOX: '1',
      },
    },
  );
  const { code, stdout, stderr } = await ended(child);
  model.stop();
  expect([code, stdout.trim()], stderr).toEqual([0, 'done']);
  return model.asked;
}

describe.skipIf(claude === undefined)('Claude Code, the real program', () => {
  it('finds a memory of another session', async () => {
    const stored = await run('Remember that Ada drinks green tea.', {
      name: 'mcp__mneme__memory_store',
      input: { content: 'Ada drinks green tea' },
    });
    const [first] = stored;
    expect(
      first?.tools?.map(({ name }) => name).filter((name) => name.startsWith('mcp__')),
    ).toEqual(['mcp__mneme__memory_retrieve', 'mcp__mneme__memory_store']);
    expect(JSON.stringify(first)).toContain('Mneme is a memory across conversations');
    const found = await run('Which tea does Ada drink?', {
      name: 'mcp__mneme__memory_retrieve',
      input: { query: 'Which tea does Ada drink?' },
    });
    expect(toolResults(found.at(-1) as Asked).join()).toContain('Ada drinks green tea');
  });
});
