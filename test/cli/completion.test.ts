import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCommands } from '../../packages/cli/src/commands/index.ts';
import { commonOptions } from '../../packages/cli/src/options.ts';
import { Workplace } from './mneme.ts';

const commands = await loadCommands();
const place = new Workplace();
const shells = ['bash', 'zsh', 'fish'] as const;

beforeAll(async () => {
  for (const shell of shells) {
    const { stdout } = await place.run(['completion', shell]);
    writeFileSync(place.path(`completion.${shell}`), stdout);
  }
  mkdirSync(place.path('a folder'));
  writeFileSync(place.path('notes of ada.jsonl'), '');
});
afterAll(() => place.remove());

const runs = (program: string, argument: string) =>
  spawnSync(program, [argument]).error === undefined;
const missing = shells.filter((shell) => !runs(shell, '--version'));
const typing = runs('script', '--version');

/** What comes of a line that is typed with a tab at its end, in the shell itself, on a terminal. */
function typed(shell: 'bash' | 'zsh', lines: readonly string[]): string[] {
  const set = {
    bash: ['bind "set bell-style none"', `mneme() { local IFS='|'; printf '<<%s>>\\n' "$*"; }`],
    zsh: [
      'unsetopt beep',
      'autoload -Uz compinit; compinit -u -D',
      `mneme() { print -r -- "<<\${(j:|:)@}>>" }`,
    ],
  }[shell];
  const source = `source ${place.path(`completion.${shell}`)}`;
  // In zsh the completion system comes first; in bash the order is free.
  writeFileSync(
    place.path(`start.${shell}`),
    ['stty -echo', ...set.slice(0, 2), source, ...set.slice(2)].join('\n'),
  );
  const program = { bash: 'bash --norc -i', zsh: 'zsh -f -i' }[shell];
  const ran = spawnSync('script', ['-qec', program, '/dev/null'], {
    cwd: place.folder,
    env: { PATH: process.env.PATH, HOME: place.folder, TERM: 'dumb', PS1: '', PROMPT: '' },
    input: `source ${place.path(`start.${shell}`)}\n${lines.map((line) => `mneme ${line}\t\n`).join('')}exit\n`,
    encoding: 'utf8',
    timeout: 120_000,
  });
  // Zsh takes the slash behind a folder away again, bash leaves it.
  return [...ran.stdout.matchAll(/<<(.*?)>>\r?\n/gs)].map(([, words = '']) =>
    words.replace(/\/$/, ''),
  );
}

/** What fish offers for a line. */
function offered(lines: readonly string[]): string[][] {
  const script = [
    `source ${place.path('completion.fish')}`,
    ...lines.map((line) => `complete -C 'mneme ${line}'; echo ---`),
  ].join('\n');
  const { stdout } = spawnSync('fish', ['-N', '-c', script], {
    cwd: place.folder,
    encoding: 'utf8',
  });
  return stdout
    .split('---\n')
    .slice(0, -1)
    .map((part) =>
      part
        .split('\n')
        .filter(Boolean)
        .map((line) => line.split('\t')[0] ?? ''),
    );
}

/** Each option of each command, typed but for its last letter, where no other begins so. */
const everyOption = commands.flatMap(({ name, options }) => {
  const names = Object.keys({ ...options, ...commonOptions });
  return names.flatMap((option) => {
    const begun = option.slice(0, -1);
    const alone = names.filter((other) => other.startsWith(begun)).length === 1;
    return alone ? [{ command: name, option, begun }] : [];
  });
});

const cases = [
  ['retr', 'retrieve', 'a command'],
  ['why-n', 'why-not', 'a command with a hyphen'],
  ['help back', 'help|backup', 'a command to tell more of'],
  ['key cr', 'key|create', 'an action'],
  ['completion f', 'completion|fish', 'the name of a shell'],
  ['store --category rel', 'store|--category|relationship', 'a value'],
  ['retrieve tea --min-importance=', 'retrieve|tea|--min-importance=', 'nothing where several fit'],
  ['list --order=n', 'list|--order=newest', 'a value behind ='],
  ['backup notes', 'backup|notes of ada.jsonl', 'a file with spaces, as an argument'],
  ['stats --db notes', 'stats|--db|notes of ada.jsonl', 'a file, as a value'],
  ['documents export notes a\\ f', 'documents|export|notes|a folder', 'a folder, as an argument'],
  ['store note', 'store|note', 'no file where a text is meant'],
  ['store -- --cat', 'store|--|--cat', 'nothing behind --'],
] as const;

describe.each(['bash', 'zsh'] as const)('in %s', (shell) => {
  const absent = missing.includes(shell) ? shell : typing ? undefined : 'script (util-linux)';

  it.skipIf(absent)(
    `a tab completes as a user means it${absent ? ` (${absent} is not installed)` : ''}`,
    () => {
      const lines = typed(
        shell,
        cases.map(([line]) => line),
      );
      expect(lines).toEqual(cases.map(([, words]) => words));
    },
  );

  it.skipIf(absent)(
    'each command and each of its options is completed',
    () => {
      const options = everyOption.map(({ command, begun }) => `${command} --${begun}`);
      const lines = typed(shell, options).map((line) => line.replace(/=$/, ''));
      expect(lines).toEqual(everyOption.map(({ command, option }) => `${command}|--${option}`));
    },
    120_000,
  );
});

describe('in fish', () => {
  const absent = missing.includes('fish');
  const name = (text: string) => `${text}${absent ? ' (fish is not installed)' : ''}`;

  it.skipIf(absent)(name('each command is offered, and each of its options'), () => {
    const [all = [], ...each] = offered(['', ...commands.map(({ name }) => `${name} --`)]);
    expect(all.sort()).toEqual([...commands.map(({ name }) => name), 'help'].sort());
    for (const [index, { options }] of commands.entries()) {
      const names = Object.keys({ ...options, ...commonOptions }).map((option) => `--${option}`);
      expect(each[index]!.sort()).toEqual(names.sort());
    }
  });

  it.skipIf(absent)(name('values, actions and files are offered where they are meant'), () => {
    expect(
      offered([
        'store --category rel',
        'list --order=',
        'key ',
        'key list ',
        'backup notes',
        'stats --db notes',
        'store note',
        'store list --cat',
        'store -- --cat',
      ]),
    ).toEqual([
      ['relationship'],
      ['--order=newest', '--order=importance'].sort(),
      ['create', 'list', 'revoke'],
      [],
      ['notes of ada.jsonl'],
      ['notes of ada.jsonl'],
      [],
      ['--category'],
      [],
    ]);
  });
});

describe('mneme completion', () => {
  it('names the shells that it knows, and the one that was meant', async () => {
    const { code, stderr } = await place.run(['completion', 'bsh']);
    expect(code).toBe(2);
    expect(stderr).toContain('Did you mean "bash"?');
    expect((await place.run(['completion'])).stderr).toContain('bash | zsh | fish');
  });

  it.each(shells)('is all of the script for %s, in JSON too', async (shell) => {
    const { stdout } = await place.run(['completion', shell, '--json']);
    const { script } = JSON.parse(stdout) as { script: string };
    expect(`${script}\n`).toBe((await place.run(['completion', shell])).stdout);
  });
});
