import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { binary, ended, Workplace } from '../cli/mneme.ts';
import { installedProgram } from './installed-program.ts';

const inspector = installedProgram('@modelcontextprotocol/inspector', '2.12.0');
const place = new Workplace();
afterAll(() => place.remove());

/** Sends one request with the inspector's command line, which starts the server. */
async function ask<T>(era: string, ...options: string[]): Promise<T> {
  const home = place.path('home'); // The inspector creates a folder there.
  mkdirSync(home, { recursive: true });
  const launcher = join(inspector as string, 'clients/launcher/build/index.js');
  const server = [process.execPath, binary, 'mcp', '--db', place.path('mneme.db')];
  const asked = ['--protocol-era', era, '--format', 'json', ...options];
  const child = spawn(process.execPath, [launcher, '--cli', ...server, ...asked], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: home },
  });
  const { code, stdout, stderr } = await ended(child);
  expect(code, stderr).toBe(0);
  return (JSON.parse(stdout) as { result: T }).result;
}

describe.skipIf(inspector === undefined)('the command line of the MCP inspector', () => {
  it.each(['modern', 'legacy'])('lists the tools as portable, and calls them: %s', async (era) => {
    const { tools } = await ask<{ tools: { name: string }[] }>(
      era,
      ...['--strict', '--method', 'tools/list'],
    );
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['memory_retrieve', 'memory_store', 'memory_delete', 'doc_read']),
    );
    const call = (name: string, given: object) =>
      ask<{ structuredContent: object }>(
        era,
        ...['--method', 'tools/call', '--tool-name', name],
        ...['--tool-args-json', JSON.stringify(given)],
      );
    await call('memory_store', { content: `Ada drinks green tea (${era})` });
    const found = await call('memory_retrieve', { query: 'which tea?' });
    expect(JSON.stringify(found.structuredContent)).toContain(`Ada drinks green tea (${era})`);
  });
});
