import { fileURLToPath } from 'node:url';
import { startProcess } from './start-writer.mjs';

const worker = fileURLToPath(new URL('./move-worker.mjs', import.meta.url));

/** A process that moves a scope. */
export function startMove(db, { scope, to }) {
  return startProcess([worker, db, 'move', scope, to]);
}

/** A process that writes into the scope `ada`. `acknowledged()`: the contents so far. */
export function startMoveWriter(db) {
  const writer = startProcess([worker, db, 'write', 'ada']);
  const acknowledged = () =>
    writer
      .text()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
      .flatMap(([what, content]) => (what === 'done' ? [content] : []));
  return { ...writer, acknowledged };
}
