import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { joinModules } from '../tools/join-modules.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Folders in `packages`, in the order of their dependencies. */
const all = [
  'language',
  'multilingual',
  'secrets',
  'contract',
  'documents',
  'core',
  'store',
  'kv-backend',
  'vector-backend',
  'postgres-backend',
  'files',
  'sealed',
  'embedders',
  'conformance',
  'agent',
  'mcp',
  'ai-sdk',
  'langgraph',
  'mastra',
  'openai-agents',
  'runtime',
  'importers',
  'server',
  'inspector',
  'cli',
] as const;
export type PackageFolder = (typeof all)[number];

interface Manifest {
  name: string;
  files: string[];
  dependencies?: Record<string, string>;
  scripts: { prepack: string };
  publishConfig: object;
}

/**
 * Builds packages as published into `node_modules` of a folder: JavaScript, their files, the exports of
 * `publishConfig`. Their dependencies are links into this checkout. Builds of other tests are not changed.
 */
export function installBuilt(folder: string, wanted: readonly PackageFolder[] = all): void {
  // Inside the checkout, so that the compiler finds the types.
  const configs = mkdtempSync(join(root, 'node_modules', '.mneme-build-'));
  try {
    const config = (name: string) => join(configs, `${name}.json`);
    for (const name of wanted) {
      const own = join(root, 'packages', name);
      const { references = [] } = JSON.parse(readFileSync(join(own, 'tsconfig.json'), 'utf8')) as {
        references?: { path: string }[];
      };
      const target = targetOf(folder, manifestOf(name));
      write(config(name), {
        extends: join(own, 'tsconfig.json'),
        compilerOptions: {
          outDir: join(target, 'dist'),
          tsBuildInfoFile: join(configs, `${name}.tsbuildinfo`),
          noCheck: true, // `pnpm typecheck` does.
        },
        references: references.map(({ path }) => ({ path: config(path.replace('../', '')) })),
      });
      layOut(name, target);
    }
    execFileSync(join(root, 'node_modules/.bin/tsc'), ['-b', ...wanted.map(config)], {
      stdio: 'inherit',
    });
    for (const name of wanted) {
      const { scripts, ...manifest } = manifestOf(name);
      if (scripts.prepack.includes('join-modules'))
        joinModules(join(root, 'packages', name), join(targetOf(folder, manifest), 'dist'));
    }
  } finally {
    rmSync(configs, { recursive: true });
  }
}

function layOut(name: PackageFolder, target: string): void {
  const own = join(root, 'packages', name);
  const { publishConfig, ...manifest } = manifestOf(name);
  mkdirSync(join(target, 'node_modules'), { recursive: true });
  write(join(target, 'package.json'), { ...manifest, ...publishConfig });
  for (const file of manifest.files) {
    if (file !== 'dist') cpSync(join(own, file), join(target, file), { recursive: true });
  }
  for (const dependency of Object.keys(manifest.dependencies ?? {})) {
    if (dependency.startsWith('@mneme/')) continue;
    const link = join(target, 'node_modules', dependency);
    mkdirSync(join(link, '..'), { recursive: true });
    symlinkSync(realpathSync(join(own, 'node_modules', dependency)), link);
  }
}

function manifestOf(name: PackageFolder): Manifest {
  return JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')) as Manifest;
}

function targetOf(folder: string, { name }: Pick<Manifest, 'name'>): string {
  return join(folder, 'node_modules', name);
}

function write(path: string, value: object): void {
  writeFileSync(path, JSON.stringify(value));
}
