import type { EngineContext } from '@mneme/engine/context';
import { storesOf, throwIfAborted } from '@mneme/engine/context';
import { remainsOf, type StoreFault } from '@mneme/engine/contract';
import { secretsIn } from '@mneme/engine/gate';
import { isDamage } from './examine-records.ts';
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
  { scope, findings, unchecked, signal }: StoreExamination,
): Promise<StoreFault[]> {
  const rewrites: StoreFault[] = [];
  if (backend.checkStore === undefined)
    unchecked.push(`${backend.name} cannot tell whether its records and its indexes agree`);
  let cursor: string | undefined;
  do {
    throwIfAborted(signal);
    const page = await backend.checkStore?.({ scope, cursor, limit: pageSize });
    for (const fault of page?.faults ?? []) {
      const { scope: of, id, problem, mend } = fault;
      const example = { ...(of && { scope: of }), ...(id && { id }), problem };
      findings.add(kindOfFault(fault), example, { fixable: mend !== 'none' });
      if (mend === 'rewrite') rewrites.push(fault);
    }
    cursor = page?.nextCursor;
  } while (cursor !== undefined);
  return rewrites;
}

/** Checks of the whole store: its audit, removed bytes, and vectors. */
export async function examineWhole(
  context: EngineContext,
  { findings, unchecked }: Pick<StoreExamination, 'findings' | 'unchecked'>,
): Promise<void> {
  const { backend, now } = context;
  if (backend.checkAudit === undefined)
    unchecked.push(`${backend.name} keeps its audit without a chain`);
  for (const problem of (await backend.checkAudit?.({}))?.faults ?? [])
    findings.add('audit', { problem });
  const stats = await backend.stats(undefined, now());
  if (stats.nextEmbedder !== undefined)
    findings.add('reembed_unfinished', {
      problem: `the change to ${stats.nextEmbedder.name} was begun: go on with it, or abandon it`,
    });
  for (const store of storesOf(context)) {
    const remains = await remainsOf([store], { wait: false });
    if (remains.bytes !== 'pending') continue;
    // A store that cannot tell has no finding.
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
  let storesCursor: string | undefined;
  do {
    const asked = { scope, limit: 100, includeArchived: true, cursor: storesCursor };
    const page = await documents?.listStores(asked).catch((error: unknown) => {
      if (!isDamage(error)) throw error;
      const problem = `stores of documents: ${error instanceof Error ? error.message : ''}`;
      findings.add('damaged', { scope, problem });
      return undefined;
    });
    for (const { id: storeId, name, description, metadata } of page?.stores ?? []) {
      const kinds = await secretsIn({ name, description, metadata });
      if (kinds.length > 0)
        findings.add('secret', { scope, id: storeId, problem: kinds.join(', ') });
      for (let cursor: string | undefined; documents !== undefined; ) {
        throwIfAborted(signal);
        const request = { scope, storeId, limit: versionsPage, withContent: true, cursor };
        const versions = await documents.listVersions(request).catch((error: unknown) => {
          if (isDamage(error)) return undefined; // The check of the store reports it.
          throw error;
        });
        for (const { id, path, content } of versions?.versions ?? []) {
          const found = await secretsIn({ path, content });
          if (found.length > 0) findings.add('secret', { scope, id, problem: found.join(', ') });
        }
        cursor = versions?.nextCursor;
        if (cursor === undefined) break;
      }
    }
    storesCursor = page?.nextCursor;
  } while (storesCursor !== undefined);
}
