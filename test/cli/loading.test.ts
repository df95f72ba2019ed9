import { afterAll, describe, expect, it } from 'vitest';
import { loadedBy } from '../loaded-by.ts';
import { binary, mneme, Workplace } from './mneme.ts';

const place = new Workplace();
afterAll(() => place.remove());

/** Files that a run of the command loads, in all its threads, as `cli/src/main.ts` or `uuid`. */
const loaded = (argv: string[], input = '') =>
  loadedBy([binary, ...argv], { input, home: place.folder }).map(
    (file) =>
      /packages\/([^/]+\/src\/.*)/.exec(file)?.[1] ?? /.*node_modules\/([^/]+)/.exec(file)?.[1],
  );
const of = (folder: string, files: readonly (string | undefined)[]) =>
  files.filter((file) => file?.startsWith(folder)).sort();

describe('the command loads only what it uses', () => {
  it('for the hook of a prompt: no other command', async () => {
    const store = ['--db', place.path('mneme.db')];
    await place.run(mneme`store ${'We deploy from the branch "live"'} ${store}`);
    const event = {
      hook_event_name: 'UserPromptSubmit',
      prompt: 'Which branch do we deploy from?',
    };
    const files = loaded(['mcp', 'hook', 'claude-code', ...store], JSON.stringify(event));
    expect(of('cli/src/commands/', files)).toEqual([
      'cli/src/commands/hook.ts',
      'cli/src/commands/index.ts',
    ]);
    expect(of('sealed/', files)).toEqual([
      'sealed/src/rows/opening.ts',
      'sealed/src/rows/sealed-tables.ts',
      'sealed/src/sealed-scope.ts',
      'sealed/src/unsealed.ts',
    ]);
    for (const unused of [
      ...['agent/src/agent/', 'agent/src/file-tool/', 'agent/src/session-tools/'],
      ...['importers/', 'mcp/', 'server/', 'vector-backend/', 'string-width'],
    ])
      expect(of(unused, files)).toEqual([]);
    expect(files).toContain('agent/src/prefetch/prefetch.ts');
    expect(files).toContain('kv-backend/src/host.ts');
    expect(files).not.toContain('kv-backend/src/worker.ts');
  });

  it('for --version: no command at all', () => {
    const files = loaded(['--version']);
    expect(of('cli/src/commands/', files)).toEqual(['cli/src/commands/index.ts']);
    expect(of('embedders/', files)).toEqual([]);
    expect(of('string-width', files)).toEqual([]);
  });
});
