import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The files of all modules that a run of Node loads, in all its threads. Throws if the run fails. */
export function loadedBy(
  argv: readonly string[],
  { input, home }: { input: string; home: string },
): string[] {
  // Node writes one coverage entry for each loaded file.
  const folder = mkdtempSync(join(home, 'loaded-'));
  const { PATH } = process.env;
  const env = { PATH, HOME: home, NODE_V8_COVERAGE: folder };
  execFileSync(process.execPath, argv, { input, env, cwd: home });
  const urls = readdirSync(folder).flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return (JSON.parse(text) as { result: { url: string }[] }).result.map(({ url }) => url);
  });
  return [...new Set(urls.filter((url) => url.startsWith('file:')))].map((url) =>
    fileURLToPath(url),
  );
}
