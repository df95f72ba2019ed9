import { pages, remainsOf, type StoreFault } from '@mneme/contract';
import { type EngineContext, storesOf } from '@mneme/contract/context';
import { secretsIn } from '@mneme/contract/gate';
import { unlessDamaged } from './examine-records.ts';
import type { Findings } from './findings.ts';
import { kindOfFault } from './rules.ts';

const pageSize = 500;
const versionsPage = 50;

interface StoreExamination {
  scope: string | undefined;
  findings: Findings;
  unchecked: string[];
  signal: AbortSignal | undefined;
}

/** Runs the store's own check. Returns the faults that can be mended by writing the record again. */
export async function examineStore(
  { backend }: EngineContext,
  { scope, findings, signal }: Pick<StoreExamination, 'scope' | 'findings' | 'signal'>,
): Promise<StoreFault[]> {
  const rewrites: StoreFault[] = [];
  const read = (cursor?: string) => backend.checkStore({ scope, cursor, limit: pageSize });
  for await (const { faults } of pages(read, signal))
    for (const fault of faults) {
      const { scope: of, id, problem, mend } = fault;
      const example = { ...(of && { scope: of }), ...(id && { id }), problem };
      findings.add(kindOfFault(fault), example, { fixable: mend !== 'none' });
      if (mend === 'rewrite') rewrites.push(fault);
    }
  return rewrites;
}

/** Checks of the whole store: its audit, removed bytes, and vectors. */
export async function examineWhole(
  context: EngineContext,
  { findings, unchecked }: Pick<StoreExamination, 'findings' | 'unchecked'>,
): Promise<void> {
  const { backend, now } = context;
  for (const problem of (await backend.checkAudit({})).faults) findings.add('audit', { problem });
  // The store's own check has reported the damage.
  const stats = await unlessDamaged(backend.stats(undefined, now()), () => undefined);
  if (stats?.nextEmbedder !== undefined)
    findings.add('reembed_unfinished', {
      problem: `the change to ${stats.nextEmbedder.name} was begun: go on with it, or abandon it`,
    });
  for (const store of storesOf(context)) {
    const remains = await remainsOf([store], { wait: false });
    if (remains.bytes !== 'pending') continue;
    // If the store cannot know, there is no finding.
    if (remains.pendingSince === undefined) unchecked.push(`bytes: ${remains.bytesReason}`);
    else
      findings.add(
        'bytes_pending',
        { problem: `since ${remains.pendingSince}` },
        { fixable: true },
      );
  }
}

/** Secrets in documents, stored by older versions. */
export async function examineDocuments(
  { documents }: EngineContext,
  { scope, findings, signal }: StoreExamination & { scope: string },
): Promise<void> {
  if (documents === undefined) return;
  const stores = (cursor?: string) =>
    unlessDamaged(
      documents.listStores({ scope, limit: 100, includeArchived: true, cursor }),
      ({ message }) => {
        findings.add('damaged', { scope, problem: `stores of documents: ${message}` });
        return { stores: [], nextCursor: undefined };
      },
    );
  const look = async (id: string, fields: object) => {
    const kinds = await secretsIn(fields);
    if (kinds.length > 0) findings.add('secret', { scope, id, problem: kinds.join(', ') });
  };
  for await (const page of pages(stores, signal))
    for (const { id: storeId, name, description, metadata } of page.stores) {
      await look(storeId, { name, description, metadata });
      const request = { scope, storeId, limit: versionsPage, withContent: true };
      // The store's own check reports damaged versions.
      const versions = (cursor?: string) =>
        unlessDamaged(documents.listVersions({ ...request, cursor }), () => ({
          versions: [],
          nextCursor: undefined,
        }));
      for await (const { versions: found } of pages(versions, signal))
        for (const { id, path, content } of found) await look(id, { path, content });
    }
}
