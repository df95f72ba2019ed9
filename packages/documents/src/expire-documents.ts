import type { AuditEntry, DocumentCommitRequest } from '@mneme/contract';
import { throwIfAborted } from '@mneme/contract/context';
import { gate } from '@mneme/contract/gate';
import type { ExpireOptions, ExpireReport } from './document-api.ts';
import { actorName, type DocumentContext, newId } from './document-context.ts';

const batch = 200;
const dayMs = 86_400_000;

/** Of one scope, or of all, as for the prune job. Documents that are read or written meanwhile stay. */
export async function expireDocuments(
  context: Omit<DocumentContext, 'scope'> & { scope?: string },
  { unreadForDays, dryRun = false, signal, actor: given }: ExpireOptions,
): Promise<ExpireReport> {
  const { backend } = context;
  const { actor } = gate({ actor: given ?? context.actor }, context.secrets).value;
  const before = new Date(Date.parse(context.now()) - unreadForDays * dayMs).toISOString();
  const limit = dryRun ? Number.MAX_SAFE_INTEGER : batch;
  const report: ExpireReport = { dryRun, documents: [], stores: [] };
  const count = () => report.documents.length + report.stores.length;
  const auditOf = (what: Pick<AuditEntry, 'scope' | 'id' | 'reason'>): AuditEntry => ({
    at: context.now(),
    action: 'prune',
    actor: actorName(actor),
    ...what,
  });
  for (;;) {
    throwIfAborted(signal);
    const known = count();
    const found = await backend.findUnread({ scope: context.scope, before, limit });
    for (const { scope, document } of found.documents) {
      const { id, storeId, versionId } = document;
      const audit = auditOf({ scope, id, reason: `not read for ${unreadForDays} days` });
      const last = { ...document, versionId: newId(context, 'memver_'), updatedAt: audit.at };
      const request: DocumentCommitRequest = {
        scope,
        storeId,
        ...(actor && { actor }),
        expect: [{ type: 'head', documentId: id, versionId, unreadSince: before }],
        changes: [{ operation: 'deleted', forget: true, document: last }],
        audit: [audit],
      };
      const remove = () =>
        context.removeWithFacts(
          { scope, ids: [id], actor: audit.actor },
          async (records) =>
            (await backend.commit({ ...request, ...(records && { records }) })).committed,
        );
      if (dryRun || (await remove())) report.documents.push({ scope, storeId, id });
    }
    for (const { scope, storeId } of found.stores) {
      const reason = `store empty and untouched for ${unreadForDays} days`;
      const audit = auditOf({ scope, id: storeId, reason });
      const request = { scope, storeId, unusedSince: before, audit };
      if (dryRun || (await backend.removeStore(request))) report.stores.push({ scope, storeId });
    }
    if (dryRun || count() === known) return report;
  }
}
