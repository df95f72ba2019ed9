/**
 * Finishes the folder of the container image: `node tools/make-image.mjs PACKED OUT`.
 *
 * `pnpm deploy` has put the command and the dependencies of the lockfile into OUT, but the workspace's packages as
 * sources. They are replaced by the packed ones in PACKED, which are built. All other TypeScript goes too: declarations
 * and source maps, which nothing reads here, and the compiler, which a dependency names for its types.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const [packed, out] = process.argv.slice(2);
const store = join(out, 'node_modules', '.pnpm');

for (const name of readdirSync(packed)) {
  const [, short] = /^mneme-(.+)-\d+\.\d+\.\d+.*\.tgz$/.exec(name) ?? [];
  if (short === undefined) continue;
  const places = short === 'cli' ? [out] : placesOf(`@mneme/${short}`);
  if (places.length === 0) throw new Error(`@mneme/${short} is not in ${out}`);
  for (const place of places) {
    // Files may be links into pnpm's store, so they are removed and not overwritten.
    for (const entry of readdirSync(place))
      if (entry !== 'node_modules') rmSync(join(place, entry), { recursive: true });
    execFileSync('tar', ['-xzf', join(packed, name), '--strip-components=1', '-C', place]);
  }
}

for (const name of readdirSync(store))
  if (/^(@typescript\+|typescript@)/.test(name)) rmSync(join(store, name), { recursive: true });
removeFrom(out);

/** The real folders of a package. */
function placesOf(name) {
  return readdirSync(store)
    .map((entry) => join(store, entry, 'node_modules', name))
    .filter((place) => existsSync(place) && lstatSync(place).isDirectory());
}

/** Sources, declarations, source maps, and links and folders that are empty by now. */
function removeFrom(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      removeFrom(path);
      if (readdirSync(path).length === 0) rmdirSync(path);
    } else if (/\.([cm]?tsx?|map)$/.test(entry.name) || !existsSync(path)) rmSync(path);
  }
}
