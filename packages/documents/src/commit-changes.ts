import type {
  AuditAction,
  AuditEntry,
  CommitRequest,
  DocumentCommitRequest,
  ForgottenFacts,
} from '@mneme/contract';
import type { VectorOwners } from '@mneme/contract/context';
import { gate } from '@mneme/contract/gate';
import type { DocumentCallOptions } from './document-api.ts';
import { actorName, newId, type StoreContext, untilWritten } from './document-context.ts';
import { refusalError } from './document-error.ts';
import { analyseContents, type Contents, embedContents } from './prepare-content.ts';
import {
  type ChangeResult,
  type DocumentChange,
  planChanges,
  whatToLookUp,
} from './rules/plan-changes.ts';

/** A checked change. */
export interface Change extends DocumentChange {
  /** For the audit, unless the call gives another one. */
  reason: string;
}

/**
 * Carries out changes in order, each seeing the ones before it, or throws and carries out none. It reads the state and
 * decides; the write expects that state, and if it has changed, everything is read and decided again.
 */
export async function commitChanges(
  context: StoreContext,
  given: readonly Change[],
  options: DocumentCallOptions,
): Promise<ForgottenFacts & { results: ChangeResult[] }> {
  const { backend, scope, storeId, documentLimits: limits } = context;
  const { signal } = options;
  const actor = options.actor ?? context.actor;
  gate({ scope, actor }, context.secrets);
  // Contents were checked for secrets before they were hashed.
  for (const { create, path } of given) gate({ path: create ?? path }, context.secrets);
  const reasons = given.map(
    ({ reason }) => gate({ reason: options.reason ?? reason }, context.secrets).value.reason,
  );
  const toPlan = given.map((change) => ({
    change,
    newDocumentId: newId(context, 'mem_'),
    newVersionId: newId(context, 'memver_'),
  }));
  const lookUp = { scope, storeId, ...whatToLookUp(toPlan) };
  return context.embedding.follow(() => {
    let contents: Promise<Contents> | undefined;
    let owners: Partial<VectorOwners> | undefined;
    return untilWritten(context, { key: storeId, signal }, async () => {
      const at = context.now();
      // Analyses the words of new contents while the backend reads.
      contents ??= analyseContents(given.map(({ content }) => content?.text));
      const [found, analysed] = await Promise.all([backend.lookUp(lookUp), contents]);
      const plan = planChanges(toPlan, { found, limits, at });
      if (plan.outcome === 'refused') {
        throw refusalError(plan.refusal, { target: nameOf(given[plan.index]!), limits });
      }
      if (plan.changes.length === 0) return { results: plan.results, forgotten: [], kept: [] };
      owners ??= await embedContents(context, analysed, signal);
      const ids = plan.changes.flatMap(({ operation, document }) =>
        operation === 'deleted' ? [document.id] : [],
      );
      const request: DocumentCommitRequest = {
        scope,
        storeId,
        ...(actor === undefined ? {} : { actor }),
        ...owners,
        expect: plan.expect,
        changes: plan.changes.map(({ index, ...change }) => {
          const content = analysed[index];
          return content === undefined ? change : { ...change, content };
        }),
        audit: plan.changes.map(
          ({ index, operation, document }): AuditEntry => ({
            at,
            action: auditActions[operation],
            scope,
            id: document.id,
            actor: actorName(actor),
            reason: reasons[index] ?? '',
          }),
        ),
      };
      const commit = async (records?: CommitRequest) =>
        (await backend.commit({ ...request, ...(records && { records }) })).committed;
      if (ids.length === 0)
        return (await commit()) ? { results: plan.results, forgotten: [], kept: [] } : undefined;
      const lost = { scope, ids, actor: actorName(actor), signal };
      const facts = await context.removeWithFacts(lost, commit);
      return facts && { results: plan.results, ...facts };
    });
  });
}

/** How messages name the document: by its path after the change, or as the caller did. */
function nameOf({ path, create, target }: Change): string {
  return path ?? create ?? (target && ('id' in target ? target.id : target.path)) ?? '';
}

const auditActions = {
  created: 'create',
  modified: 'update',
  deleted: 'delete',
} as const satisfies Record<string, AuditAction>;
