import { createMemory } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';

const memory = await createMemory({ backend: sqliteBackend({ path: 'ada.db' }) }); // no embedder is needed
const plan = await memory.prune({ maxRecords: 10_000, dryRun: true });
console.log(plan.pruned, plan.dryRun); // 0 true
const report = await memory.prune({ maxRecords: 10_000, documentsUnreadForDays: 90, reason: 'nightly' });
console.log(report.pruned, report.expired); // 0 0
await memory.close();
