import { Readable } from 'node:stream';
import { readEnvironment } from '@mneme/runtime';
import { describe, expect, it } from 'vitest';
import { commands, groups, synonyms } from './commands/index.ts';
import { findCommand } from './find-command.ts';
import { main } from './main.ts';

/** Every command, as it is typed. */
const names = Object.keys(commands);

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
  it('lists every command in 24 lines', async () => {
    const { code, out, err } = await run(['help']);
    expect([code, err]).toEqual([0, '']);
    for (const name of names.filter((each) => !each.includes(' ')))
      expect(out).toContain(` ${name} `);
    expect(out.trimEnd().split('\n').length).toBeLessThanOrEqual(24);
    expect(out).not.toContain('…');
  });

  it.each(names)('prints help for %s in 80 columns', async (name) => {
    const { code, out } = await run([...name.split(' '), '--help']);
    expect(code).toBe(0);
    expect(out).toContain(`Usage: mneme ${name}`);
    const { command } = await findCommand(name.split(' '), () => {});
    for (const option of Object.keys(command.options)) expect(out).toContain(`--${option}`);
    expect((await run(['help', ...name.split(' ')])).out).toBe(out);
    const lines = out.split('\n');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
    expect(lines.length).toBeLessThanOrEqual(40);
  });

  it.each(Object.entries(synonyms))(
    'accepts %s as a synonym and points to %s',
    async (said, ours) => {
      const { out, err } = await run([said, '--help']);
      expect(out).toContain(`Usage: mneme ${ours[0]}`);
      expect(err).toContain(`"${said}" is called "${ours.join(' ')}" here`);
    },
  );

  it('has a one-line summary of every command', () => {
    expect(Object.values(groups).flatMap(Object.keys).sort()).toEqual(names.toSorted());
  });

  it('accepts global options before the command too', async () => {
    const { code, err } = await run(['--json', '--db=no.db', 'db', '--scope', 'ada', 'stats']);
    expect([code, JSON.parse(err)]).toMatchObject([1, { error: { code: 'not_found' } }]);
  });

  it.each([
    [[], 'mneme COMMAND'],
    [['remember'], 'Unknown command "remember"'],
    [['--scope', 'ada'], 'No command is named. "mneme help" lists them.'],
    [['db restore'], 'mneme db restore FILE'],
    [['doctor'], '"mneme doctor" is called "mneme db doctor"'],
    [['erase'], '"mneme erase" is called "mneme sessions erase" or "mneme scopes erase"'],
    [['retreive', 'x'], 'Did you mean "retrieve"?'],
    [['--colour', 'list'], 'Unknown option "--colour" before the command'],
    [['scopes', 'erase'], 'mneme scopes erase NAME'],
    [['get', 'x', '--embedder', 'static'], '--embedder does nothing for "mneme get"'],
    [['db', 'backup', 'x', '--scope', 'a'], '--scope does nothing for "mneme db backup"'],
    [['keys', 'crate'], 'Unknown action "crate". Did you mean "create"?'],
    [['list', '--order', 'newset'], 'did you mean newest?'],
    [['list', '--category', 'relationships'], 'did you mean relationship?'],
    [['list', '--colour'], 'Unknown option --colour'],
    [['list', 'extra'], 'Too many arguments, from "extra" on'],
    [['get'], 'mneme get ID'],
    [['restore', '/'], 'mneme db restore FILE'],
    [['store'], 'mneme store TEXT'],
    [['db', 'stats', '--telemetry', 'contnet'], 'did you mean content?'],
    [['sessions', 'monday'], '"mneme sessions" has: show, erase'],
    [['sessions', 'shwo', 'monday'], 'Did you mean "show"?'],
    [['sessions', 'show'], 'mneme sessions show SESSION'],
    [['sessions', '--yes'], 'Unknown option --yes'],
    [['sessions', '--limit', 'ten'], '--limit is "ten"'],
    [['mcp', '--tools', 'some'], '--tools is "some"'],
    [['serve', '--metrics', 'token'], 'set MNEME_METRICS_TOKEN'],
    [['serve', '--metrics', 'all'], 'give one of open, keys, token'],
  ])('exits with 2 for %j', async (argv, message) => {
    const { code, out, err } = await run(argv);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toContain(message);
  });

  it('reports a wrong command line as JSON with --json', async () => {
    const { code, out, err } = await run(['list', '--json', '--colour']);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(JSON.parse(err)).toMatchObject({ error: { code: 'invalid_input', field: '--colour' } });
  });

  it('treats --json after -- as text', async () => {
    const { err } = await run(['get', '--', '--json', 'x']);
    expect(err).toMatch(/^mneme: Too many/);
  });

  it('wraps help for a narrow terminal', async () => {
    const { out } = await run(['store', '--help'], { isTTY: true, columns: 60 });
    for (const line of out.split('\n').filter((line) => line.startsWith('  ')))
      expect(line.length).toBeLessThanOrEqual(60);
  });
});
