import { Readable } from 'node:stream';
import { main } from '../../packages/cli/src/main.ts';
import { readEnvironment } from '../../packages/runtime/src/environment.ts';
import type { Place } from '../every-call.ts';
import { complaintAboutText, type Entrance, type Outcome } from './entrance.ts';

interface Run {
  argv: unknown[];
  stdin?: unknown;
}

const conversation = { role: 'user', content: 'I moved to Porto', speaker: 'Ada', session: 's1' };
const record = {
  content: 'Ada moved to Porto',
  category: 'factual_knowledge',
  tags: ['home'],
  importance: 3,
  createdAt: '2026-01-01T00:00:00.000Z',
  source: { session: 's1' },
};

/** Commands that end quickly and write no files. */
const runs: Record<string, (place: Place) => Run> = {
  store: () => ({ argv: ['store', 'Ada likes tea', '--tags', 'tea', '--importance', '3'] }),
  'store, from standard input': () => ({ argv: ['store', '-'], stdin: 'Ada likes tea' }),
  retrieve: () => ({ argv: ['retrieve', 'tea', '--limit', '3', '--where', 'a=1', '--json'] }),
  get: ({ ids }) => ({ argv: ['get', ids.record] }),
  list: () => ({ argv: ['list', '--limit', '3', '--category', 'user_preference'] }),
  update: ({ ids }) => ({ argv: ['update', ids.record, '--importance', '4', '--metadata', 'a=1'] }),
  history: ({ ids }) => ({ argv: ['get', '--why', ids.record.slice(-8)] }),
  delete: () => ({ argv: ['delete', '01890000-0000-7000-8000-000000000000', '--reason', 'old'] }),
  prune: () => ({ argv: ['prune', '--max-records', '100', '--dry-run'] }),
  stats: () => ({ argv: ['db', 'stats', '--json'] }),
  audit: () => ({ argv: ['db', 'audit', '--limit', '3'] }),
  'retrieve --why-not': ({ ids }) => ({ argv: ['retrieve', 'tea', '--why-not', ids.record] }),
  keys: () => ({ argv: ['keys'] }),
  sessions: () => ({ argv: ['sessions', '--limit', '3'] }),
  'sessions show': () => ({ argv: ['sessions', 'show', 's1', '--from-sequence', '1'] }),
  'sessions erase': () => ({ argv: ['sessions', 'erase', 'none', '--yes', '--reason', 'old'] }),
  scopes: () => ({ argv: ['scopes'] }),
  documents: () => ({ argv: ['documents'] }),
  'scopes verify-receipt': () => ({
    argv: ['scopes', 'verify-receipt', '-'],
    stdin: { kind: 'mneme.erasure', scope: 'ada', audit: { line: 1, hash: 'a' }, hash: 'b' },
  }),
  import: () => ({ argv: ['import', '-'], stdin: conversation }),
  'import --records': () => ({ argv: ['import', '--records', '-'], stdin: record }),
  'import --from': () => ({
    argv: ['import', '--from', 'mcp-memory', '-'],
    stdin: { type: 'entity', name: 'Ada', entityType: 'person', observations: ['tea'] },
  }),
  help: () => ({ argv: ['help', 'store'] }),
};

export const commandEntrances: readonly Entrance[] = Object.entries(runs).map(([name, valid]) => ({
  name: `mneme ${name}`,
  valid,
  async call(place, given: Run) {
    const argv = argvOf(given);
    if (argv === undefined) return { refused: false };
    return run(place, argv, stdinOf(given?.stdin));
  },
}));

/** Arguments that a shell can pass, except those that open another store or write files. */
function argvOf(given: unknown): string[] | undefined {
  const list = (given as Partial<Run> | null | undefined)?.argv;
  if (!Array.isArray(list) || list.length > 100) return undefined;
  const argv: string[] = [];
  for (const each of list as unknown[]) {
    const text = typeof each === 'string' ? each : JSON.stringify(each);
    if (
      typeof text !== 'string' ||
      text.includes('\0') ||
      /[/\\]|^(serve|chat|demo|eval|export|reembed|copy)$/.test(text)
    )
      return undefined;
    argv.push(text);
  }
  return argv;
}

function stdinOf(value: unknown): string {
  try {
    return typeof value === 'string' ? value : `${JSON.stringify(value) ?? ''}\n`;
  } catch {
    return '{';
  }
}

async function run(place: Place, argv: string[], stdin: string): Promise<Outcome> {
  let stdout = '';
  let stderr = '';
  const code = await main(argv, {
    environment: readEnvironment(
      { MNEME_DB: place.path, MNEME_SCOPE: 'ada' },
      { home: place.folder },
    ),
    stdin: Readable.from([Buffer.from(stdin)]),
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    signal: new AbortController().signal,
    now: () => new Date(),
  });
  // An import that skips bad items ends with 1 and stores the others.
  const leftOut = code === 1 && argv.includes('import');
  const refused = code !== 0 && !leftOut;
  const complain = (complaint: string) => ({
    refused,
    complaint: `${JSON.stringify(argv).slice(0, 300)}: ${complaint}: ${stderr.slice(0, 800)}`,
  });
  if (![0, 1, 2].includes(code)) return complain(`ends with ${code}`);
  if (/This should not happen|\[unavailable\]|\[damaged\]/.test(stderr))
    return complain('the inside failed');
  if (/(?![\n\t])[\p{Cc}\u202a-\u202e]/u.test(stdout + stderr))
    return complain('steers the terminal');
  if (refused && code === 2 && stderr.trim() === '') return complain('says nothing');
  // The message repeats the arguments.
  const about = refused ? complaintAboutText(stderr.slice(argv.join(' ').length)) : undefined;
  return about === undefined ? { refused } : complain(about);
}
