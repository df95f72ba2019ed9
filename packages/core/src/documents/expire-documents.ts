import { throwIfAborted } from '../engine/abort.ts';
import type { ExpireOptions, ExpireReport } from './document-api.ts';
import { actorName, type DocumentContext, newId, nowOf } from './document-context.ts';

const batch = 200;
const dayMs = 86_400_000;

/** Of one scope, or of all: the prune job passes none. A document that is read or written meanwhile stays. */
export async function expireDocuments(
  context: Omit<DocumentContext, 'scope'> & { scope?: string },
  options: ExpireOptions,
): Promise<ExpireReport> {
  const { unreadForDays, dryRun = false, signal } = options;
  const before = new Date(context.clock().getTime() - unreadForDays * dayMs).toISOString();
  const report: ExpireReport = { dryRun, documents: [], stores: [] };
  const scope = context.scope === undefined ? {} : { scope: context.scope };
  if (dryRun) {
    const found = await context.backend.findUnread({
      ...scope,
      before,
      limit: Number.MAX_SAFE_INTEGER,
    });
    report.documents = found.documents.map(({ scope, storeId, id }) => ({ scope, storeId, id }));
    report.stores = found.stores;
    return report;
  }
  for (;;) {
    throwIfAborted(signal);
    const { documents, stores } = await context.backend.findUnread({
      ...scope,
      before,
      limit: batch,
    });
    let removed = 0;
    for (const document of documents) {
      if (await expireDocument(context, { document, options })) {
        report.documents.push({
          scope: document.scope,
          storeId: document.storeId,
          id: document.id,
        });
        removed += 1;
      }
    }
    for (const store of stores) {
      const audit = {
        at: nowOf(context as DocumentContext),
        action: 'prune' as const,
        scope: store.scope,
        id: store.storeId,
        actor: actorName(options.actor ?? context.actor),
        reason: `store empty and untouched for ${unreadForDays} days`,
      };
      await context.backend.removeStore({ ...store, audit });
      report.stores.push(store);
      removed += 1;
    }
    if (removed === 0) return report;
  }
}

async function expireDocument(
  context: Omit<DocumentContext, 'scope'>,
  {
    document,
    options,
  }: {
    document: { scope: string; storeId: string; id: string; contentSha256: string };
    options: ExpireOptions;
  },
): Promise<boolean> {
  const actor = options.actor ?? context.actor;
  const ids = context as DocumentContext;
  const result = await context.backend.write({
    scope: document.scope,
    storeId: document.storeId,
    at: nowOf(ids),
    ...(actor === undefined ? {} : { actor }),
    limits: context.limits,
    writes: [
      {
        change: {
          kind: 'delete',
          target: { id: document.id },
          expectedSha256: document.contentSha256,
        },
        newDocumentId: newId(ids, 'mem_'),
        newVersionId: newId(ids, 'memver_'),
        audit: {
          actor: actorName(actor),
          reason: `not read for ${options.unreadForDays} days`,
        },
      },
    ],
  });
  return result.outcome === 'done';
}
