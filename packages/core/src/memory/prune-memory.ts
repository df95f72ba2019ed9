import { expireDocuments } from '@mneme/documents';
import { type EngineContext, storesOf } from '@mneme/engine/context';
import { remainsOf } from '@mneme/engine/contract';
import { parseOptions } from '@mneme/engine/input';
import { keepSummaries } from '../episodes/later.ts';
import { type KeepOfTurns, prune } from '../records/later.ts';
import { documentContext } from './document-context.ts';
import { pruneFields } from './memory-fields.ts';
import type { PruneOptions, PruneReport } from './memory-options.ts';

/** Prunes records, and documents if the options ask for it; of one scope, or of all. */
export async function pruneMemory(
  context: EngineContext,
  { scope, options }: { scope?: string; options: PruneOptions },
): Promise<PruneReport> {
  const {
    documentsUnreadForDays: unreadForDays,
    extractor,
    ...given
  } = parseOptions(options, pruneFields);
  // Throws before any record is removed if the memory has no documents.
  const documents = unreadForDays === undefined ? undefined : documentContext(context);
  const scopes = scope === undefined ? await context.backend.scopes() : [scope];
  const keep: KeepOfTurns | undefined =
    extractor && ((going) => keepSummaries(context, extractor, going));
  const report = await prune(context, scopes, given, keep);
  const { dryRun, signal } = given;
  const expired =
    documents === undefined || unreadForDays === undefined
      ? {}
      : {
          documents: await expireDocuments(
            { ...documents, scope },
            { unreadForDays, dryRun, signal },
          ),
        };
  return { ...report, ...expired, ...(await remainsOf(storesOf(context), { wait: false })) };
}
