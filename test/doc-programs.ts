import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

export const root = fileURLToPath(new URL('../', import.meta.url));
export const read = (file: string) => readFileSync(join(root, file), 'utf8');
export const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.md') && !name.startsWith('api'))
    .map((name) => join('docs', name)),
  ...readdirSync(join(root, 'packages')).map((name) => join('packages', name, 'README.md')),
];

/**
 * A block marked `js` is a whole program; `js NAME` is a file for the later ones of its page, and a test if its name
 * says so; one marked `js fragment` is not run.
 */
export const programs = pages.flatMap((page) =>
  [...read(page).matchAll(/```js(?: (\S+\.mjs))?\n([\s\S]*?)```/g)].map(
    ([, file = 'program.mjs', program = ''], index) => ({
      ...{ page, number: index + 1, file, program },
      isTest: file.endsWith('.test.mjs'),
    }),
  ),
);

/** Writes a program into a folder, which the programs of a page share, and runs it. */
export function programRunner() {
  // Below the root, so that the packages resolve.
  mkdirSync(join(root, 'tmp'), { recursive: true });
  const folder = mkdtempSync(join(root, 'tmp', 'docs-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return (
    { page, file, program }: (typeof programs)[number],
    { flags = [], env = {} }: { flags?: string[]; env?: Record<string, string> } = {},
  ) => {
    const cwd = join(folder, page.replaceAll('/', '-'));
    mkdirSync(cwd, { recursive: true });
    writeFileSync(join(cwd, file), program);
    return new Promise<{ status: unknown; stdout: string; stderr: string }>((resolve) =>
      execFile(
        process.execPath,
        [...flags, file],
        { cwd, env: { PATH, NODE_COMPILE_CACHE, ...env } },
        (error, stdout, stderr) => resolve({ status: error?.code ?? 0, stdout, stderr }),
      ),
    );
  };
}
