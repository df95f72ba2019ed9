import { mkdtempSync } from 'node:fs';
import { damageRowsDrill } from './damage-rows.mjs';

const r = await damageRowsDrill.run({
  rounds: Number(process.argv[2]),
  seed: Number(process.argv[3] ?? 1),
  folder: mkdtempSync('/tmp/d-'),
  progress: () => {},
});
console.log(r.figures);
console.log(r.broken.slice(0, 60).join('\n').slice(0, 9000));
