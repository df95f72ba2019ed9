import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url).pathname;
const compile = (...given: string[]) => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout, status } = spawnSync(process.execPath, [tsc, ...given], { encoding: 'utf8' });
  return { stdout, status };
};

interface Manifest {
  name: string;
  publishConfig: { exports: Record<string, { types?: string }> };
}

/** What an import finds once the packages are published. */
function publishedTypes(): Record<string, string[]> {
  const folders = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name));
  return Object.fromEntries(
    folders.flatMap((folder) => {
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
      return Object.entries(manifest.publishConfig.exports).flatMap(([path, { types }]) =>
        types === undefined
          ? []
          : [[manifest.name + path.slice(1), [join(folder, types)]] as const],
      );
    }),
  );
}

const program = `
import { rowsSuite } from '@mneme/conformance';
import { createMemory, type MemoryBackend } from '@mneme/core';
import { inMemoryBackend, MemoryRows } from '@mneme/store/memory';
import type { Question, Row } from '@mneme/store/rows';
const backend: MemoryBackend = inMemoryBackend();
export const memory = await createMemory({ backend });
export const suite = rowsSuite;
export class Own extends MemoryRows {
  override async read(scope: string | undefined, questions: readonly Question[]): Promise<Row[][]> {
    return super.read(scope, questions);
  }
}
`;

it('has types that a program under the strictest settings compiles against, declarations included', () => {
  expect(compile('-b', join(root, 'packages/conformance'))).toEqual({ stdout: '', status: 0 });
  const folder = mkdtempSync(join(tmpdir(), 'mneme-types-'));
  try {
    writeFileSync(join(folder, 'program.mts'), program);
    const compilerOptions = {
      ...{ strict: true, skipLibCheck: false, noEmit: true },
      ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
      ...{ noImplicitOverride: true, noPropertyAccessFromIndexSignature: true },
      ...{ target: 'es2023', module: 'nodenext', moduleResolution: 'nodenext', types: [] },
      paths: publishedTypes(),
    };
    const config = { compilerOptions, files: ['program.mts'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    expect(compile('-p', folder)).toEqual({ stdout: '', status: 0 });
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 600_000);
