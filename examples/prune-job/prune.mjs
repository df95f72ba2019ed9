// One run, for cron or a systemd timer: removes expired memories and, above the cap, the least important ones.
//   node prune.mjs [--dry-run]
import { openMemory } from '@mneme/runtime';
import { withLock } from './with-lock.mjs';

const { memory, path, close } = await openMemory({ db: process.env.MNEME_DB, embedder: 'none' });
try {
  const report = await withLock(`${path}.prune-lock`, () =>
    memory.prune({
      maxRecords: Number(process.env.MAX_RECORDS ?? 10_000),
      dryRun: process.argv.includes('--dry-run'),
      actor: 'prune-job',
    }),
  );
  if (report === undefined) console.log('another process is pruning');
  else
    console.log(
      `pruned ${report.pruned} (expired: ${report.expired})${report.dryRun ? ', dry run' : ''}`,
    );
} finally {
  await close();
}
