// Before a package is packed: removes outdated files from its `dist`. Run in the package's folder.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

if (existsSync('dist'))
  for (const name of readdirSync('dist', { recursive: true })) {
    const made = /^(.*?)(\.d\.ts|\.js)(\.map)?$/.exec(name);
    const file = join('dist', name);
    if (made === null ? /\.\w+$/.test(name) : !existsSync(join('src', `${made[1]}.ts`)))
      rmSync(file, { force: true });
  }
