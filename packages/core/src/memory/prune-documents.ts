import { expireDocuments } from '../documents/index.ts';
import type { EngineContext } from '../engine/index.ts';
import { documentContext } from './document-context.ts';
import type { PruneOptions, PruneReport } from './results.ts';

/** Adds to a prune report what expired among the documents of one scope, or of all. */
export async function pruneDocuments(
  context: EngineContext,
  { scope, report, options }: { scope?: string; report: PruneReport; options: PruneOptions },
): Promise<PruneReport> {
  const { documentsUnreadForDays: days, dryRun, signal } = options;
  if (days === undefined) return report;
  const documents = await expireDocuments(
    { ...documentContext(context, scope ?? ''), scope },
    { unreadForDays: days, dryRun, signal },
  );
  return { ...report, documents };
}
