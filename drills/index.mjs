import { backup } from './backup.mjs';
import { clock } from './clock.mjs';
import { cluster } from './cluster.mjs';
import { containers } from './containers.mjs';
import { copies } from './copies.mjs';
import { crash, crashPostgres } from './crash.mjs';
import { damage } from './damage.mjs';
import { damagePostgres } from './damage-postgres.mjs';
import { damageOfRows } from './damage-rows.mjs';
import { fullDisk } from './full-disk.mjs';
import { move } from './move.mjs';

/** Every drill, in the order in which they run. @type {readonly import('./drill.mjs').Drill[]} */
export const drills = [
  crash,
  crashPostgres,
  fullDisk,
  damage,
  damagePostgres,
  damageOfRows,
  containers,
  clock,
  backup,
  copies,
  move,
  cluster,
];
