import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The store under test for the suites: a backend on a new file, the same file reopened, and its bytes with those of the log. */
export async function testFile<Backend>(make: (path: string) => Backend) {
  const folder = await mkdtemp(join(tmpdir(), 'mneme-'));
  const reopen = () => make(join(folder, 'memory.db'));
  return {
    backend: reopen(),
    reopen,
    bytes: async () =>
      Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name)))),
    destroy: () => rm(folder, { recursive: true }),
  };
}
