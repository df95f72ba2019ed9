import { Readable } from 'node:stream';
import { readEnvironment } from '@mneme/runtime';
import { describe, expect, it } from 'vitest';
import { loadCommands } from './commands/index.ts';
import { main } from './main.ts';

const commands = await loadCommands();

async function run(
  argv: string[],
  { isTTY = false, columns = 80, variables = {} as Record<string, string> } = {},
) {
  let out = '';
  let err = '';
  const code = await main(argv, {
    environment: readEnvironment(variables, { platform: 'linux', home: '/nowhere' }),
    stdin: Object.assign(Readable.from([]), { isTTY: true }),
    stdout: { isTTY, columns, write: (text) => (out += text) },
    stderr: { write: (text) => (err += text) },
    signal: new AbortController().signal,
    now: () => new Date('2026-03-01T09:00:00Z'),
  });
  return { code, out, err };
}

describe('main', () => {
  it('lists every command', async () => {
    const { code, out, err } = await run(['help']);
    expect(code).toBe(0);
    expect(err).toBe('');
    for (const { name } of commands) expect(out).toMatch(new RegExp(`^  ${name} `, 'm'));
  });

  it.each(commands.map((command) => [command.name, command] as const))(
    'helps with %s',
    async (name, command) => {
      const { code, out } = await run([name, '--help']);
      expect(code).toBe(0);
      expect(out).toContain(`Usage: mneme ${name}`);
      for (const option of Object.keys(command.options)) expect(out).toContain(`--${option}`);
      expect((await run(['help', name])).out).toBe(out);
    },
  );

  it.each([
    [[], 'Usage'],
    [['remember'], 'Unknown command "remember"'],
    [['retreive', 'x'], 'Did you mean "retrieve"?'],
    [['--scope', 'ada', 'list'], 'The command comes first'],
    [['erase'], 'erase needs --scope'],
    [['key', 'crate'], 'Unknown action "crate". Did you mean "create"?'],
    [['list', '--order', 'newset'], 'Did you mean newest?'],
    [['list', '--category', 'relationships'], 'Did you mean relationship?'],
    [['list', '--colour'], 'Unknown option --colour'],
    [['list', 'extra'], 'Too many arguments, from "extra" on'],
    [['get'], 'mneme get ID'],
    [['store'], 'mneme store TEXT'],
    [['eval', '--queries', 'q.jsonl'], '--memories FILE is missing'],
  ])('answers 2 to %j', async (argv, message) => {
    const { code, out, err } = await run(argv);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toContain(message);
  });

  it('tells a wrong command line as JSON when JSON was asked for', async () => {
    const { code, out, err } = await run(['list', '--json', '--colour']);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(JSON.parse(err)).toMatchObject({ error: { code: 'invalid_input', field: '--colour' } });
  });

  it('takes --json behind -- for text', async () => {
    const { err } = await run(['get', '--', '--json', 'x']);
    expect(err).toMatch(/^mneme: Too many/);
  });

  it('fits its help into the terminal, and cuts nothing where none is there', async () => {
    for (const argv of [['help'], ['store', '--help']]) {
      const { out } = await run(argv, { isTTY: true, columns: 72 });
      for (const line of out.split('\n').filter((line) => line.startsWith('  ')))
        expect(line.length).toBeLessThanOrEqual(72);
      expect(
        Math.max(...(await run(argv)).out.split('\n').map(({ length }) => length)),
      ).toBeGreaterThan(90);
    }
  });
});
