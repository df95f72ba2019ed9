import { throwIfAborted } from '@mneme/engine/context';
import type { AuditEntry, DocumentCommitRequest, DocumentSummary } from '@mneme/engine/contract';
import { gate } from '@mneme/engine/gate';
import type { ExpireOptions, ExpireReport } from './document-api.ts';
import { actorName, type DocumentContext, newId } from './document-context.ts';

const batch = 200;
const dayMs = 86_400_000;

/** What was found in a scope, and the time before which it was last read. */
interface Expiring {
  scope: string;
  before: string;
  unreadForDays: number;
}

/** Of one scope, or of all, as for the prune job. Documents that are read or written meanwhile stay. */
export async function expireDocuments(
  context: Omit<DocumentContext, 'scope'> & { scope?: string },
  options: ExpireOptions,
): Promise<ExpireReport> {
  const { unreadForDays, dryRun = false, signal } = options;
  const { backend } = context;
  const { actor } = gate({ actor: options.actor ?? context.actor }, context.secrets).value;
  const before = new Date(Date.parse(context.now()) - unreadForDays * dayMs).toISOString();
  const report: ExpireReport = { dryRun, documents: [], stores: [] };
  const limit = dryRun ? Number.MAX_SAFE_INTEGER : batch;
  for (;;) {
    throwIfAborted(signal);
    const found = await backend.findUnread({ scope: context.scope, before, limit });
    let removed = 0;
    for (const { scope, document } of found.documents) {
      const place = { scope, before, unreadForDays };
      if (!dryRun && !(await expireDocument({ ...context, actor }, document, place))) continue;
      report.documents.push({ scope, storeId: document.storeId, id: document.id });
      removed += 1;
    }
    for (const { scope, storeId } of found.stores) {
      const place = { scope, before, unreadForDays };
      if (!dryRun && !(await expireStore({ ...context, actor }, storeId, place))) continue;
      report.stores.push({ scope, storeId });
      removed += 1;
    }
    if (dryRun || removed === 0) return report;
  }
}

async function expireDocument(
  context: Omit<DocumentContext, 'scope'>,
  document: DocumentSummary,
  { scope, before, unreadForDays }: Expiring,
): Promise<boolean> {
  const { backend, actor } = context;
  const { id: documentId, storeId, versionId } = document;
  const reason = `not read for ${unreadForDays} days`;
  const at = context.now();
  const request: DocumentCommitRequest = {
    scope,
    storeId,
    ...(actor === undefined ? {} : { actor }),
    expect: [{ type: 'head', documentId, versionId, unreadSince: before }],
    changes: [
      {
        operation: 'deleted',
        forget: true,
        document: { ...document, versionId: newId(context, 'memver_'), updatedAt: at },
      },
    ],
    audit: [{ at, action: 'prune', scope, id: documentId, actor: actorName(actor), reason }],
  };
  const lost = { scope, ids: [documentId], actor: actorName(actor) };
  const facts = await context.removeWithFacts(
    lost,
    async (records) =>
      (await backend.commit({ ...request, ...(records && { records }) })).committed,
  );
  return facts !== undefined;
}

function expireStore(
  context: Omit<DocumentContext, 'scope'>,
  storeId: string,
  { scope, before, unreadForDays }: Expiring,
): Promise<boolean> {
  const audit: AuditEntry = {
    at: context.now(),
    action: 'prune',
    scope,
    id: storeId,
    actor: actorName(context.actor),
    reason: `store empty and untouched for ${unreadForDays} days`,
  };
  return context.backend.removeStore({ scope, storeId, unusedSince: before, audit });
}
