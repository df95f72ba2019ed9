import { remainsOf } from '@mneme/contract';
import { type EngineContext, storesOf } from '@mneme/contract/context';
import { invalid, parseOptions } from '@mneme/contract/input';
import { expireDocuments } from '@mneme/documents';
import { keepSummaries, removeNotes, sessionsOf } from '../episodes/later.ts';
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
    keepAuditForDays,
    extractor,
    ...given
  } = parseOptions(options, pruneFields);
  // Throws before any record is removed if the memory has no documents.
  const documents = unreadForDays === undefined ? undefined : documentContext(context);
  if (keepAuditForDays !== undefined) assertCuts(scope);
  const scopes = scope === undefined ? await context.backend.scopes() : [scope];
  const keep: KeepOfTurns | undefined =
    extractor && ((going) => keepSummaries(context, extractor, going));
  const sessions = new Map<string, Set<string>>();
  const onRemoving = async (going: { scope: string; ids: readonly string[] }) => {
    const known = sessions.get(going.scope) ?? new Set();
    for (const session of await sessionsOf(context, going)) known.add(session);
    sessions.set(going.scope, known);
  };
  const report = await prune(context, scopes, given, { keep, onRemoving });
  for (const [scope, left] of sessions) await removeNotes(context, { scope, sessions: left });
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
  const cut =
    keepAuditForDays === undefined || dryRun
      ? {}
      : { auditLines: await cutAudit(context, keepAuditForDays) };
  return {
    ...report,
    ...expired,
    ...cut,
    ...(await remainsOf(storesOf(context), { wait: false })),
  };
}

/** Throws before anything is removed. */
function assertCuts(scope: string | undefined): void {
  if (scope !== undefined)
    throw invalid(
      'keepAuditForDays',
      'is for the whole memory: call memory.prune, or leave it out',
    );
}

async function cutAudit({ backend, now }: EngineContext, days: number): Promise<number> {
  const at = now();
  const before = new Date(Date.parse(at) - days * 86_400_000).toISOString();
  return backend.cutAudit({ before, at });
}
