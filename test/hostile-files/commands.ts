import type { Workplace } from '../cli/mneme.ts';
import type { Entry, Places } from './attack.ts';

/** What a person types with a file that somebody else made. */
const typed: Record<string, { changes: boolean; argv(places: Places): string[] }> = {
  'mneme list': { changes: true, argv: ({ file }) => ['list', '--db', file, '--scope', 'ada'] },
  'mneme scopes': { changes: true, argv: ({ file }) => ['scopes', '--db', file] },
  'mneme db doctor': { changes: true, argv: ({ file }) => ['db', 'doctor', '--db', file] },
  'mneme db audit': { changes: true, argv: ({ file }) => ['db', 'audit', '--db', file] },
  'mneme db export': { changes: true, argv: ({ file }) => ['db', 'export', '--db', file] },
  'mneme db export --records': {
    changes: false,
    argv: ({ file }) => ['db', 'export', '--records', '--db', file],
  },
  'mneme db restore': {
    changes: false,
    argv: ({ file, target }) => ['db', 'restore', file, '--db', target],
  },
  'mneme db backup': {
    changes: false,
    argv: ({ file, target }) => ['db', 'backup', target, '--db', file],
  },
  'mneme db copy': {
    changes: false,
    argv: ({ file, target }) => ['db', 'copy', '--from', file, '--to', target],
  },
  'mneme import': {
    changes: false,
    argv: ({ file, target }) => ['import', file, '--db', target, '--scope', 'ada'],
  },
  'mneme import --from langgraph': {
    changes: false,
    argv: ({ file, target }) => ['import', file, '--from', 'langgraph', '--db', target],
  },
};

/** The commands, in this process. */
export function commandEntries(place: Workplace): Record<string, Entry> {
  return Object.fromEntries(
    Object.entries(typed).map(([name, { changes, argv }]) => [
      name,
      {
        changes,
        async call(places) {
          const ran = await place.run(argv(places));
          if (/\n\s+at |TypeError|SyntaxError|RangeError/.test(ran.stderr))
            throw new Error(ran.stderr);
          return ran;
        },
      },
    ]),
  );
}
