import {
  compareTexts,
  type DocumentSummary,
  evidenceFacet,
  type MemoryRecord,
  pages,
} from '@mneme/contract';
import { type EngineContext, readMemories } from '@mneme/contract/context';
import { parseId } from '@mneme/contract/input';
import type { EvidenceReport } from './api.ts';

const mostFacts = 100;
const storesPage = 100;

/** The evidence of a memory, and what rests on it; undefined if the scope has no such id. */
export async function evidence(
  context: EngineContext,
  scope: string,
  given: string,
): Promise<EvidenceReport | undefined> {
  const { backend, now } = context;
  const id = parseId(given);
  const [memory] = await readMemories(backend, scope, [id]);
  if (memory === undefined) return undefined;
  const ids = memory.evidence ?? [];
  const found = await readMemories(
    backend,
    scope,
    ids.filter((one) => !isDocument(one)),
  );
  const documents = await documentsOf(context, scope, ids.filter(isDocument));
  const { records: facts } = await backend.list({
    scope,
    filter: { now: now(), kinds: ['fact'], where: [[evidenceFacet(id)]] },
    order: 'newest',
    limit: mostFacts,
  });
  const here = new Set([...found, ...documents].map((one) => one.id));
  return {
    memory,
    turns: found.filter(({ kind }) => kind === 'episode').sort(inOrder),
    documents,
    memories: found.filter(({ kind }) => kind === 'fact'),
    gone: ids.filter((one) => !here.has(one)),
    facts,
  };
}

function isDocument(id: string): boolean {
  return id.startsWith('mem_');
}

function inOrder(a: MemoryRecord, b: MemoryRecord): number {
  return (
    compareTexts(a.occurredAt, b.occurredAt) || (a.source.sequence ?? 0) - (b.source.sequence ?? 0)
  );
}

/** An id does not name the store of its document. */
async function documentsOf(
  { documents: backend }: EngineContext,
  scope: string,
  ids: readonly string[],
): Promise<DocumentSummary[]> {
  const found = new Map<string, DocumentSummary>();
  if (backend === undefined || ids.length === 0) return [];
  const request = { scope, limit: storesPage, includeArchived: true };
  for await (const { stores } of pages((cursor) => backend.listStores({ ...request, cursor }))) {
    for (const { id: storeId } of stores)
      for (const id of ids) {
        if (found.has(id)) continue;
        const document = await backend.getDocument({ scope, storeId, key: { id } });
        if (document !== undefined) found.set(id, document);
      }
    if (found.size === ids.length) break;
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}
